// The sentence of a question: it says which entry is meant, so that nobody has to count. So does the build: cover_output_as_text.py and labels_left_in_sight.py.
{
  const { say } = Predict;

  // What the code of the cell calls the entry.
  function nameOf({ first, output: { entries } }, { tensor, at, path }) {
    const groups = [...new Set(entries.map((each) => each.tensor ?? `at ${each.at}`))];
    const name = first.names?.[groups.indexOf(tensor ?? `at ${at}`)];
    return name && tensor !== null ? `${name}[${path.join(", ")}]` : name;
  }

  // The line of an entry, with a question mark for it and … for what else is covered; "" where that says nothing.
  function lineOf({ output, shown }, entry) {
    const { text, entries } = output;
    const start = text.lastIndexOf("\n", entry.at - 1) + 1;
    const end = `${text}\n`.indexOf("\n", entry.at);
    let [said, at] = ["", start];
    for (const each of entries.filter((other) => other.at >= start && other.at < end && (other === entry || !shown.includes(other)))) {
      said += text.slice(at, each.at) + (each === entry ? "?" : "…");
      at = each.at + each.text.length;
    }
    said = (said + text.slice(at, end)).replace(/\s+/g, " ").trim();
    const isTelling = /[^\s?…[\](),]/.test(said.replaceAll("tensor", "")) && said.split("…").length < 6;
    return { said: isTelling ? said : "", line: text.trim().includes("\n") ? text.slice(0, entry.at).split("\n").length : 0 };
  }

  function sentence(each, { kind, entry, entries, row } = each.first) {
    if (!entry) return row.length ? say("largestInRow", { place: `${row.join(", ")}` }) : say(kind, { n: entries.length });
    const place = nameOf(each, entry);
    if (kind === "word") return say("word");
    if (kind === "shape") {
      const bare = place?.replace(/^tuple\((.*)\)$/, "$1").replace(/\.shape$/, "");
      return place ? say(bare === place ? "number" : "shape", { place: bare }) : say("markedShape");
    }
    if (place) return say(kind, { place });
    if (entry.tensor !== null) {
      const of = Object.keys(each.output.dims).length;
      return say(kind === "truth" ? kind : of > 1 ? "entryOf" : "entry", { place: `[${entry.path.join(", ")}]`, n: entry.tensor + 1, of });
    }
    const { said, line } = lineOf(each, entry);
    if (said) return say(kind === "number" ? "quoted" : kind, { place: said });
    return say(`${line ? "line" : "marked"}${kind === "truth" ? "Truth" : ""}`, { line });
  }

  Object.assign(Predict, { sentence });
}
