// The switch of the mode. What it switches on is a script of its own (predict.js), which a page loads when it is first wanted.
const Predict = {};
{
  const root = document.documentElement;
  const button = document.querySelector(".predict-switch");

  // A page without questions hands on what its address says.
  const isOn = () => (button ? root.classList.contains("predicting") : new URLSearchParams(location.search).has("predict"));

  const withChoice = (search) => {
    const query = new URLSearchParams(search);
    query.delete("predict");
    if (isOn()) query.set("predict", "1");
    return `${query}` && `?${query}`;
  };

  function mark(on) {
    root.classList.toggle("predicting", on);
    button.setAttribute("aria-pressed", on);
    history.replaceState(history.state, "", location.pathname + withChoice(location.search) + location.hash);
  }

  // The page's head has held the text back: what is hidden has no place.
  function act() {
    root.classList.remove("awaits-questions");
    (window.keepingPlace ?? ((change) => change()))(() => Predict.show(isOn()));
  }

  // A script tag, since from disk a page may not read a file any other way.
  function load() {
    if (document.querySelector("script[data-predict]")) return;
    const script = document.createElement("script");
    script.src = button.dataset.script;
    script.dataset.predict = "";
    script.onload = () => isOn() && act();
    script.onerror = () => {
      script.remove();
      mark(false);
      root.classList.remove("awaits-questions");
    };
    document.head.append(script);
  }

  function show(on) {
    mark(on);
    if (Predict.show) act();
    else if (on) load();
  }

  function carryChoice({ target }) {
    const link = target.closest?.("a[href]");
    const [, to, search, hash] = /^([^?#]*)([^#]*)(.*)$/.exec(link?.getAttribute("href") ?? "");
    if (/^(?!\w+:).*\.html$/.test(to)) link.setAttribute("href", to + withChoice(search) + hash);
  }

  button?.addEventListener("click", () => {
    const on = !isOn();
    try {
      on ? localStorage.setItem("predict", "on") : localStorage.removeItem("predict");
    } catch {}
    show(on);
  });
  if (button && isOn()) show(true);
  for (const name of ["pointerover", "focusin", "click"]) document.addEventListener(name, carryChoice, true);
}
