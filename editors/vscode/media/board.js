// The page of the live board: shows what it is sent, as text and as an image.
(() => {
  const vscode = acquireVsCodeApi();
  const part = (id) => document.getElementById(id);
  const show = (state) => {
    part("title").textContent = state.title;
    part("message").textContent = state.message;
    part("text").textContent = state.text;
    const picture = part("picture");
    picture.hidden = state.image === "";
    picture.alt = state.text;
    if (state.image.startsWith("data:image/svg+xml;base64,")) picture.src = state.image;
    else picture.removeAttribute("src");
    vscode.setState(state);
  };
  const before = vscode.getState();
  if (before) show(before);
  window.addEventListener("message", (event) => show(event.data));
  vscode.postMessage("ready");
})();
