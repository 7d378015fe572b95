// The encoder–decoder of the book's first translator, d_model 2: its forward pass, its gradients by hand, and one epoch of Adam.
// A matrix W stands as in x · W, so the transpose of PyTorch's.
const model69 = (() => {
  const { adam, add, columnSums, crossEntropy, crossEntropyGradient, map, product, productGradient, scale, softmax, softmaxGradient, transpose } = tensors;
  const heads = ["encoder.self", "decoder.self", "decoder.cross"];
  // In the order of PyTorch's parameters: name, rows and columns there.
  const shapes = [
    ["encoder.embedding", 4, 2], ...["W_q", "W_k", "W_v"].map((W) => [`encoder.self ${W}`, 2, 2]),
    ["decoder.embedding", 5, 2], ...heads.slice(1).flatMap((head) => ["W_q", "W_k", "W_v"].map((W) => [`${head} ${W}`, 2, 2])),
    ["output.weight", 5, 2], ["output.bias", 1, 5],
  ];
  const isTurned = (name) => /W_|weight/.test(name);

  // flat: the 69 numbers, one matrix after another; float32, so that nothing is lost by their nine digits.
  function parametersOf(flat) {
    let at = 0;
    return shapes.map(([name, rows, columns]) => {
      const matrix = Array.from({ length: rows }, () => flat.slice(at, (at += columns)).map(Math.fround));
      return isTurned(name) ? transpose(matrix) : matrix;
    });
  }

  // x plus its attention to y, and how a gradient G of that goes back: to x, to y and to the three matrices.
  function attend(x, y, [W_q, W_k, W_v], mask, off) {
    if (off) return [x, (G) => [G, map(y, () => 0), [W_q, W_k, W_v].map((W) => map(W, () => 0))]];
    const [q, k, v] = [product(x, W_q), product(y, W_k), product(y, W_v)];
    const weights = softmax(scale(product(q, transpose(k)), Math.SQRT1_2), mask);
    const back = (G) => {
      const [toWeights, toV] = productGradient(weights, v, G);
      const toScores = scale(softmaxGradient(weights, toWeights), Math.SQRT1_2);
      const [throughQ, g_q] = productGradient(x, W_q, product(toScores, k));
      const [throughK, g_k] = productGradient(y, W_k, product(transpose(toScores), q));
      const [throughV, g_v] = productGradient(y, W_v, toV);
      return [add(G, throughQ), add(throughK, throughV), [g_q, g_k, g_v]];
    };
    return [add(x, product(weights, v)), back];
  }

  // off: the part that is left out, if any.
  function forward(P, source, read, positions, off) {
    const place = (E, ids) => ids.map((id, p) => E[id].map((e, j) => e + (off === "positions" ? 0 : positions[p][j])));
    const mask = off !== "mask" && read.map((_, i) => read.map((_, j) => j > i));
    const x = place(P[0], source);
    const [memory, backEncoder] = attend(x, x, P.slice(1, 4), null, off === heads[0]);
    const y = place(P[4], read);
    const [own, backOwn] = attend(y, y, P.slice(5, 8), mask || null, off === heads[1]);
    const [seen, backSeen] = attend(own, memory, P.slice(8, 11), null, off === heads[2]);
    const lookup = (E, ids, G) => {
      const sum = map(E, () => 0);
      ids.forEach((id, row) => (sum[id] = sum[id].map((s, j) => s + G[row][j])));
      return sum;
    };
    const back = (G) => {
      const [toSeen, toOutput] = productGradient(seen, P[11], G);
      const [toOwn, toMemory, cross] = backSeen(toSeen);
      const [toY, alsoY, decoder] = backOwn(toOwn);
      const [toX, alsoX, encoder] = backEncoder(toMemory);
      return [
        lookup(P[0], source, add(toX, alsoX)), ...encoder, lookup(P[4], read, add(toY, alsoY)), ...decoder, ...cross, toOutput,
        columnSums(G),
      ];
    };
    return [add(product(seen, P[11]), P[12]), back];
  }

  // Teacher forcing: what is read is the target without its last token, and the labels are the target without its first.
  const loss = (P, source, target, positions, off) =>
    crossEntropy(forward(P, source, target.slice(0, -1), positions, off)[0], target.slice(1));

  // One step for each pair of sentences, in place; the losses before each step.
  const epoch = (P, memory, { src, tgt, positions }, lr, off) =>
    src.map((source, n) => {
      const labels = tgt[n].slice(1);
      const [logits, back] = forward(P, source, tgt[n].slice(0, -1), positions, off);
      adam(P, back(crossEntropyGradient(logits, labels)), memory, { lr });
      return crossEntropy(logits, labels);
    });

  // Greedy decoding: up to the token `end`, or one more token than the decoder can read.
  function translate(P, source, positions, off, end = 4) {
    const ids = [0];
    while (ids.length <= positions.length && ids.at(-1) !== end) {
      const row = forward(P, source, ids, positions, off)[0].at(-1);
      ids.push(row.indexOf(Math.max(...row)));
    }
    return ids;
  }

  return { epoch, forward, loss, parametersOf, shapes, translate };
})();
