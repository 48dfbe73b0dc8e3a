// The page's own words, in English and French.

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export type Language = 'en' | 'fr';

const TABLE = {
  library: ['Library', 'Ludothèque'],
  search: ['Search games', 'Chercher un jeu'],
  players: ['Players', 'Joueurs'],
  board: ['Board', 'Plateau'],
  mechanism: ['Mechanism', 'Mécanisme'],
  any: ['any', 'tous'],
  square: ['squares', 'carrés'],
  hex: ['hexes', 'hexagones'],
  lines: ['lines', 'lignes'],
  track: ['track', 'piste'],
  graph: ['points', 'points'],
  'm-placement': ['placement', 'pose'],
  'm-movement': ['movement', 'déplacement'],
  'm-jumps': ['jumps', 'sauts'],
  'm-capture': ['capture', 'prise'],
  'm-lines': ['rows', 'alignement'],
  'm-connection': ['connection', 'connexion'],
  'm-enclosure': ['enclosure', 'encerclement'],
  'm-royal': ['royal piece', 'pièce royale'],
  'm-hands': ['pieces in hand', 'pièces en main'],
  'm-sowing': ['sowing', 'semailles'],
  'm-dice': ['dice', 'dés'],
  'm-stacks': ['stacks', 'piles'],
  'm-pushing': ['pushing', 'poussée'],
  nothingFound: ['No game is like that.', 'Aucun jeu ne correspond.'],
  going: ['Matches under way', 'Parties en cours'],
  goOn: ['Go on', 'Continuer'],
  remove: ['Remove', 'Supprimer'],
  movesMade: ['moves', 'coups'],
  myFiles: ['My files', 'Mes fichiers'],
  drafts: ['Drafts in this browser', 'Brouillons dans ce navigateur'],
  newFile: ['New game', 'Nouveau jeu'],
  edit: ['Edit', 'Modifier'],
  play: ['Play', 'Jouer'],
  playThis: ['Play this', 'Jouer ce jeu'],
  rules: ['Rules', 'Règles'],
  ruleText: ['Rule text', 'Texte des règles'],
  variant: ['Variant of this game', 'Variante de ce jeu'],
  loading: ['One moment…', 'Un instant…'],
  toMove: ['{0} to move', 'Trait à {0}'],
  youMove: ['{0}: choose', 'À {0} de choisir'],
  thinks: ['{0} is thinking…', '{0} réfléchit…'],
  chance: ['Chance decides…', 'Le hasard décide…'],
  won: ['{0} wins by “{1}”.', '{0} gagne par « {1} ».'],
  draw: ['A draw by “{0}”.', 'Partie nulle par « {0} ».'],
  nobody: ['Everybody loses by “{0}”.', 'Tout le monde perd par « {0} ».'],
  unfinished: ['Unfinished, ended by “{0}”.', 'Inachevée, arrêtée par « {0} ».'],
  moves: ['Moves', 'Coups'],
  back: ['Back', 'Retour'],
  first: ['To the start', 'Au début'],
  previous: ['One move back', 'Un coup en arrière'],
  next: ['One move on', 'Un coup en avant'],
  last: ['To the last move', 'Au dernier coup'],
  takeBack: ['Take back', 'Reprendre'],
  flip: ['Flip', 'Retourner'],
  hint: ['Hint', 'Indice'],
  hintTold: ['The machine would play {0} (it expects {1} %).', 'La machine jouerait {0} (elle compte sur {1} %).'],
  takeAlong: ['Share and save', 'Partager et enregistrer'],
  copyLink: ['Copy link', 'Copier le lien'],
  copyPosition: ['Copy position', 'Copier la position'],
  positionCopied: ['The position is in the clipboard.', 'La position est dans le presse-papiers.'],
  orElse: ['or {0}', 'ou {0}'],
  branch: ['Another line, {0} moves long', 'Une autre suite, longue de {0} coups'],
  rulebook: ['The whole rulebook', 'Toutes les règles'],
  toBoard: ['Back to the board', 'Retour au plateau'],
  coverage: ['Coverage', 'Couverture'],
  rulesPage: ['Rules page', 'Page des règles'],
  copied: ['The link is in the clipboard.', 'Le lien est dans le presse-papiers.'],
  linkHere: ['Copy the link from the address bar.', 'Copiez le lien depuis la barre d’adresse.'],
  saveMatch: ['Download match', 'Télécharger la partie'],
  saveSvg: ['Download picture', 'Télécharger l’image'],
  openMatch: ['Open a match file', 'Ouvrir une partie'],
  newMatch: ['New match', 'Nouvelle partie'],
  start: ['Start', 'Commencer'],
  person: ['person', 'personne'],
  random: ['random', 'au hasard'],
  easy: ['machine, easy', 'machine, facile'],
  medium: ['machine, medium', 'machine, moyenne'],
  hard: ['machine, strong', 'machine, forte'],
  setUp: ['Players and options', 'Joueurs et options'],
  allOptions: ['All options', 'Toutes les options'],
  typeMove: ['Type a move', 'Écrire un coup'],
  which: ['Which one?', 'Lequel ?'],
  orGoOn: ['…or go on with a lit cell.', '…ou continuez sur une case éclairée.'],
  cancel: ['Cancel', 'Annuler'],
  whyNot: ['Why not?', 'Pourquoi pas ?'],
  here: ['You look at an earlier position. Another move here begins a line of its own.', 'Vous regardez une position passée. Un autre coup ici commence une autre suite.'],
  hand: ['in hand', 'en main'],
  lastMove: ['{0} played {1}.', '{0} a joué {1}.'],
  target: ['can be chosen', 'peut être choisie'],
  boardHelp: ['Arrow keys move between cells, Enter chooses, Escape goes back.', 'Les flèches changent de case, Entrée choisit, Échap revient.'],
  gone: ['The server does not answer. Nothing is lost; try again when it runs.', 'Le serveur ne répond pas. Rien n’est perdu ; réessayez quand il tourne.'],
  again: ['Try again', 'Réessayer'],
  noMatch: ['This match is not kept in this browser.', 'Cette partie n’est pas dans ce navigateur.'],
  badLink: ['This link cannot be read.', 'Ce lien est illisible.'],
  full: ['The browser has no room to keep this match.', 'Le navigateur n’a plus de place pour garder cette partie.'],
  theme: ['Theme', 'Thème'],
  auto: ['auto', 'auto'],
  light: ['light', 'clair'],
  dark: ['dark', 'sombre'],
  language: ['Language', 'Langue'],
  save: ['Save', 'Enregistrer'],
  savedNow: ['Saved.', 'Enregistré.'],
  name: ['Name of the file', 'Nom du fichier'],
  title: ['Title', 'Titre'],
  noErrors: ['no errors', 'aucune erreur'],
  error: ['{0} error', '{0} erreur'],
  warning: ['{0} warning', '{0} remarque'],
  errors: ['{0} errors', '{0} erreurs'],
  warnings: ['{0} warnings', '{0} remarques'],
  format: ['Format', 'Mettre en forme'],
  scenarios: ['Scenarios', 'Scénarios'],
  holds: ['holds', 'vérifié'],
  fails: ['fails', 'échoue'],
  changed: ['The file was changed on the disk meanwhile.', 'Le fichier a changé sur le disque entre-temps.'],
  takeDisk: ['Take what is on the disk', 'Prendre celui du disque'],
  keepMine: ['Keep mine', 'Garder le mien'],
  onDisk: ['On the disk', 'Sur le disque'],
  atStart: ['At the start', 'Au début'],
  close: ['Close', 'Fermer'],
  fileName: ['Letters, digits, “-” and “_”, and “.gdl” at the end.', 'Lettres, chiffres, « - » et « _ », et « .gdl » à la fin.'],
  downloadFile: ['Download', 'Télécharger'],
  leaveVariant: ['{0}, my way', '{0}, à ma façon'],
  by: ['by', 'de'],
  cellsCount: ['{0} cells', '{0} cases'],
} satisfies Record<string, [string, string]>;

export type Word = keyof typeof TABLE;

export type Say = (word: Word, ...values: (string | number)[]) => string;

export function sayer(language: Language): Say {
  return (word, ...values) => {
    const text = TABLE[word][language === 'fr' ? 1 : 0];
    return text.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)] ?? ''));
  };
}

export interface Surroundings {
  language: Language;
  say: Say;
}

export const Around = createContext<Surroundings>({ language: 'en', say: sayer('en') });

export function useAround(): Surroundings {
  return useContext(Around);
}
