// Tokens that take a look ahead, as `grammar/gdl.pest` does where one word does not tell two readings apart.

#include "tree_sitter/parser.h"

#include <stdbool.h>
#include <string.h>

// In the order of `externals` in grammar.js.
enum Token { ROW_LINE, LAST_NO, OR_ELSE, OR_MORE, AT_COMPARE, AT_HEIGHT, THEN_VERB };

// Longer words are no word of the language; they are cut.
#define LONGEST 16

static const char *const VERBS[] = {"steps", "slides", "leaps", "rides", "hops",  "walks",
                                    "goes",  "drops",  "stays", "moves", "betza", NULL};

// What a declaration or a line of a scenario begins with: after it, `no` at the end of a line is a value.
static const char *const STARTS[] = {
    "language", "game",     "title",   "author", "year",       "source", "note",   "rules",       "use",        "option",
    "players",  "seats",    "board",   "site",   "terrain",    "tiles",  "type",   "piece",       "captured",   "movement",
    "remember", "define",   "table",   "action", "setup",      "ensure", "move",   "afterwards",  "turn",       "end",
    "limit",    "always",   "text",    "test",   "replace",    "remove", "play",   "legal",       "illegal",    "only",
    "options",  "perft",    "expect",  "phase",  "position",   "turns",  "rounds", "probability", "moved",      "put",
    "set",      "give",     "paint",   NULL};

static bool is_one_of(const char *word, const char *const *list) {
  for (; *list; list++) {
    if (strcmp(word, *list) == 0) return true;
  }
  return false;
}

static bool is_blank(int32_t c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == 0xFEFF; }

static bool is_letter(int32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }

// Skips blanks and comments. Says whether a line ended.
static bool skip_blanks(TSLexer *lexer) {
  bool ended = false;
  for (;;) {
    if (is_blank(lexer->lookahead)) {
      ended |= lexer->lookahead == '\n';
      lexer->advance(lexer, false);
    } else if (lexer->lookahead == '/') {
      lexer->advance(lexer, false);
      if (lexer->lookahead != '/') return ended;
      while (lexer->lookahead != '\n' && !lexer->eof(lexer)) lexer->advance(lexer, false);
    } else {
      return ended;
    }
  }
}

// Reads a word, cut to LONGEST - 1 letters; empty where none begins.
static void read_word(TSLexer *lexer, char *word) {
  unsigned length = 0;
  while (is_letter(lexer->lookahead) || (length > 0 && is_digit(lexer->lookahead))) {
    if (length < LONGEST - 1) word[length++] = lexer->lookahead < 0x80 ? (char)lexer->lookahead : '?';
    lexer->advance(lexer, false);
  }
  // A minus with a letter or number behind it belongs to the word.
  if (length > 0 && lexer->lookahead == '-') {
    lexer->advance(lexer, false);
    if (is_letter(lexer->lookahead) || is_digit(lexer->lookahead)) word[0] = '-';
  }
  word[length] = 0;
}

// After `no`: whether the line ends here and what follows begins a declaration or a line of a scenario.
static bool is_last(TSLexer *lexer) {
  char word[LONGEST];
  if (!skip_blanks(lexer)) return false;
  if (is_digit(lexer->lookahead)) {
    while (is_digit(lexer->lookahead)) lexer->advance(lexer, false);
    skip_blanks(lexer);
    read_word(lexer, word);
    return strcmp(word, "turns") == 0 || strcmp(word, "moves") == 0;
  }
  read_word(lexer, word);
  if (is_one_of(word, STARTS)) return true;
  // `White to play`, `White or Black is out`.
  for (;;) {
    skip_blanks(lexer);
    read_word(lexer, word);
    if (strcmp(word, "to") == 0 || strcmp(word, "is") == 0) {
      bool plays = word[0] == 't';
      skip_blanks(lexer);
      read_word(lexer, word);
      return strcmp(word, plays ? "play" : "out") == 0;
    }
    if (strcmp(word, "or") != 0) return false;
    skip_blanks(lexer);
    read_word(lexer, word);
  }
}

static bool scan_row(TSLexer *lexer) {
  while (lexer->lookahead != '\n' && !lexer->eof(lexer)) {
    if (lexer->lookahead == '/') {
      lexer->mark_end(lexer);
      lexer->advance(lexer, false);
      if (lexer->lookahead == '/') break;
      lexer->mark_end(lexer);
    } else {
      lexer->advance(lexer, false);
      lexer->mark_end(lexer);
    }
  }
  lexer->result_symbol = ROW_LINE;
  return true;
}

static bool found(TSLexer *lexer, const bool *valid, enum Token token) {
  lexer->result_symbol = token;
  return valid[token];
}

static bool scan_word(TSLexer *lexer, const bool *valid) {
  char word[LONGEST], next[LONGEST];
  read_word(lexer, word);
  // What `read_word` looked at behind the word is not part of it: a minus never follows these.
  lexer->mark_end(lexer);
  if (strcmp(word, "no") == 0) return valid[LAST_NO] && is_last(lexer) && found(lexer, valid, LAST_NO);
  bool is_or = strcmp(word, "or") == 0, is_at = strcmp(word, "at") == 0, is_then = strcmp(word, "then") == 0;
  if (!is_or && !is_at && !is_then) return false;
  skip_blanks(lexer);
  read_word(lexer, next);
  if (is_then) return is_one_of(next, VERBS) && found(lexer, valid, THEN_VERB);
  if (is_or && strcmp(next, "else") == 0) return found(lexer, valid, OR_ELSE);
  if (is_or) return strcmp(next, "more") == 0 && found(lexer, valid, OR_MORE);
  if (strcmp(next, "least") == 0 || strcmp(next, "most") == 0) return found(lexer, valid, AT_COMPARE);
  if (strcmp(next, "any") != 0) return false;
  skip_blanks(lexer);
  read_word(lexer, next);
  return strcmp(next, "height") == 0 && found(lexer, valid, AT_HEIGHT);
}

void *tree_sitter_merel_external_scanner_create(void) { return NULL; }
void tree_sitter_merel_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_merel_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload, (void)buffer;
  return 0;
}
void tree_sitter_merel_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload, (void)buffer, (void)length;
}

bool tree_sitter_merel_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  if (lexer->lookahead == '|' && valid[ROW_LINE]) return scan_row(lexer);
  return is_letter(lexer->lookahead) && scan_word(lexer, valid);
}
