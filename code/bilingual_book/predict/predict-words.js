// What stands on the page: elements, sentences in both of its languages, and buttons.
{
  function element(name, properties = {}, ...content) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...content);
    return made;
  }

  // A sentence in both languages of the page, of which the style sheet shows one or two; strings come as code.
  function say(key, values = {}) {
    const part = (word, n) => (n % 2 ? (typeof values[word] === "string" ? element("code", {}, values[word]) : values[word]) : word);
    const words = BOOK_LANGUAGES.map(({ lang }, n) => element("span", { lang }, ...PREDICT_WORDS[n][key].split(/\{(\w+)\}/).map(part)));
    return element("span", { className: "said" }, ...words);
  }

  const control = (key, act) => {
    const made = element("button", { type: "button", className: "btn btn-sm" }, say(key));
    made.addEventListener("click", act);
    return made;
  };

  Object.assign(Predict, { element, say, control });
}
