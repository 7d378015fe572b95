// What was answered, kept on the reader's device alone: { page: { key of an output: result } }.
{
  const KEY = "predictions";
  const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  let all = {};

  // What this browser has stored, or null; what cannot be read, of whatever edition, is laid aside and not lost.
  function stored() {
    try {
      const text = localStorage.getItem(KEY);
      if (!text) return null;
      try {
        const value = JSON.parse(text);
        if (isTable(value)) return value;
      } catch {}
      localStorage.setItem(`${KEY} unread`, text);
    } catch {}
    return null;
  }

  // Whether it could be kept beyond this page.
  function keep() {
    try {
      const text = JSON.stringify(all);
      localStorage.setItem(KEY, text);
      return localStorage.getItem(KEY) === text;
    } catch {
      return false;
    }
  }

  all = stored() ?? all;
  // What another window has deleted does not come back from this one.
  addEventListener("storage", ({ key, newValue }) => {
    if (key === null || (key === KEY && newValue === null)) all = {};
  });
  Predict.record = {
    pages: () => Object.keys(all).filter((page) => isTable(all[page])),
    of: (page) => (isTable(all[page]) ? all[page] : {}),
    set(page, key, result) {
      const now = stored(); // another window may have written meanwhile
      if (now) all = { ...all, ...now };
      all[page] = { ...Predict.record.of(page), [key]: result };
      return keep();
    },
    // By which a reader keeps it as a file.
    link(words) {
      const link = Predict.element("a", { className: "btn btn-sm", download: "predictions.json", href: "#" }, words);
      link.addEventListener("click", () => {
        link.href = `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(all, null, 1))}`;
      });
      return link;
    },
    forget() {
      all = {};
      for (const key of [KEY, `${KEY} unread`]) try { localStorage.removeItem(key); } catch {}
    },
  };
}
