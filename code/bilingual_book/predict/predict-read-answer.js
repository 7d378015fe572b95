// What a reader types, understood as a person would: a number in any usual spelling, a shape, a word.
{
  const plain = (typed) =>
    typed.normalize("NFKC").toLowerCase().replace(/[−–—‒]/g, "-").replace(/。/g, ".").replace(/、/g, ",").trim();
  const ABOUT = /^(?:大?约|大概|about|around|roughly|circa|ca\.|approx(?:imately)?\.?)|左右$/g;
  const bare = (text) => text.replace(/^.*[=≈~:]/s, "").replace(/^tensor|[[\](){}\s]/g, "").replace(ABOUT, "").replace(/^(?:minus|负)(?!无)/, "-").replace(/percent$/, "%");
  // Several numbers are no decimal comma: (3,2), and 3, 2.
  const isOne = (text) => !/[[(][^\])]*,|,\s/.test(text);

  // A comma parts thousands, or stands for the point; where both can be meant, both are.
  function spellings(text) {
    if (!text.includes(",")) return [text];
    const thousands = text.replace(/,(?=\d{3}(?!\d))/g, "");
    const parts = text.split(",");
    return parts.length === 2 ? [thousands, `${parts[0].replace(/\./g, "")}.${parts[1]}`] : [thousands];
  }

  // { value, unit }, the unit of the last digit, or null.
  function number(text) {
    const [, sign, digits, point = "", exponent = 0] = /^([+-]?)(?=\.?\d)(\d*)(\.\d*)?(?:e([+-]?\d+))?$/.exec(text) ?? [];
    if (digits !== undefined) return { value: Number(text), unit: 10 ** (Number(exponent) - Math.max(0, point.length - 1)) };
    const infinite = /^([+-]?)(?:inf(?:inity)?|∞|(负?)无穷大?)$/.exec(text);
    if (infinite) return { value: infinite[1] === "-" || infinite[2] ? -Infinity : Infinity, unit: 1 };
    if (text === "nan") return { value: NaN, unit: 1 };
    const scaled = (part, by) => {
      const read = number(part);
      return read && { value: read.value * by, unit: read.unit * by };
    };
    const power = /^(.+?)[×x*·]10(?:\^|\*\*)?([+-]?\d+)$/.exec(text);
    if (power) return scaled(power[1], 10 ** power[2]);
    if (/.[%]$/.test(text)) return scaled(text.slice(0, -1), 0.01);
    const ratio = /^(.+)[/⁄÷](.+)$/.exec(text);
    const [above, below] = ratio ? [number(ratio[1]), number(ratio[2])] : [];
    if (above && below?.value) return { value: above.value / below.value, unit: 0 };
    const root = /^([+-]?)(?:√|sqrt)(.+)$/.exec(text);
    const under = root && number(root[2]);
    return under && under.value >= 0 ? { value: (root[1] === "-" ? -1 : 1) * Math.sqrt(under.value), unit: 0 } : null;
  }

  Predict.numbers = (typed) => (isOne(plain(typed)) ? spellings(bare(plain(typed))).map(number).filter(Boolean) : []);

  Predict.shape = (typed) => {
    const text = plain(typed).replace(/^.*[=:]/s, "").replace(/torch\.size|size|shape|列$/g, "").replace(/[<{]/g, "(").replace(/[>}]/g, ")").replace("行", ",").trim();
    return /^[[(]*\s*(?:\d+(?:\s*(?:,|x|×|\*|·|乘|by|\s)\s*\d+)*\s*,?)?\s*[\])]*$/.test(text) && /[\d()[\]]/.test(text)
      ? (text.match(/\d+/g) ?? []).map(Number)
      : null;
  };

  const TRUTH = { t: "true", yes: "true", 真: "true", 对: "true", 是: "true", f: "false", no: "false", 假: "false", 错: "false", 否: "false" };
  // Quotes, brackets and accents make no other word.
  Predict.word = (typed) => {
    const text = plain(typed).normalize("NFD").replace(/[\u0300-\u036f'’‘"“”`«»<>[\](),\s]/g, "").replace(/œ/g, "oe");
    return TRUTH[text] ?? text;
  };
}
