// Tensors for the pieces of a page: matrices as lists of rows, in double precision, with the gradients that PyTorch has.
// `G` is always the gradient of a loss with respect to the result.
const tensors = (() => {
  const filled = (rows, columns, of) => Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => of(i, j)));
  const map = (A, of) => A.map((row, i) => row.map((a, j) => of(a, i, j)));
  const sum = (row) => row.reduce((total, a) => total + a, 0);
  const mean = (row) => sum(row) / row.length;
  const transpose = (A) => filled(A[0].length, A.length, (i, j) => A[j][i]);
  const product = (A, B) => filled(A.length, B[0].length, (i, j) => A[i].reduce((total, a, k) => total + a * B[k][j], 0));
  const productGradient = (A, B, G) => [product(G, transpose(B)), product(transpose(A), G)];

  // B: a matrix like A, or one row for all rows of A.
  const add = (A, B) => map(A, (a, i, j) => a + B[B.length === 1 ? 0 : i][j]);
  const columnSums = (G) => [transpose(G).map(sum)];
  const scale = (A, by) => map(A, (a) => a * by);

  // mask: true or 1 marks what is hidden. A row with nothing to see gives zeros.
  function softmax(S, mask) {
    return S.map((row, i) => {
      const seen = row.map((_, j) => !mask?.[i][j]);
      const largest = Math.max(...row.filter((_, j) => seen[j]));
      const powers = row.map((s, j) => (seen[j] ? Math.exp(s - largest) : 0));
      const total = sum(powers);
      return powers.map((power) => (total === 0 ? 0 : power / total));
    });
  }
  // W: the softmax itself.
  const softmaxGradient = (W, G) =>
    W.map((row, i) => {
      const along = sum(row.map((w, j) => w * G[i][j]));
      return row.map((w, j) => w * (G[i][j] - along));
    });

  // gain, bias: one row each.
  const normalized = (row, eps) => {
    const middle = mean(row);
    const spread = Math.sqrt(mean(row.map((x) => (x - middle) ** 2)) + eps);
    return { spread, unit: row.map((x) => (x - middle) / spread) };
  };
  const layerNorm = (X, gain, bias, eps = 1e-5) =>
    X.map((row) => normalized(row, eps).unit.map((u, j) => u * gain[0][j] + bias[0][j]));
  function layerNormGradient(X, gain, G, eps = 1e-5) {
    const rows = X.map((row) => normalized(row, eps));
    const toX = rows.map(({ spread, unit }, i) => {
      const g = G[i].map((each, j) => each * gain[0][j]);
      const [along, middle] = [mean(g.map((each, j) => each * unit[j])), mean(g)];
      return g.map((each, j) => (each - middle - unit[j] * along) / spread);
    });
    return [toX, columnSums(map(G, (g, i, j) => g * rows[i].unit[j])), columnSums(G)];
  }

  const relu = (X) => map(X, (x) => Math.max(x, 0));
  const reluGradient = (X, G) => map(G, (g, i, j) => (X[i][j] > 0 ? g : 0));

  // The mean over the rows of logits; labels: the index of the right one in each row.
  const crossEntropy = (logits, labels) =>
    mean(logits.map((row, i) => {
      const largest = Math.max(...row);
      return largest + Math.log(sum(row.map((l) => Math.exp(l - largest)))) - row[labels[i]];
    }));
  const crossEntropyGradient = (logits, labels) =>
    map(softmax(logits), (p, i, j) => (p - (labels[i] === j)) / logits.length);

  // As torch.optim.Adam: one step of all parameters, in place. memory: {} at first, kept by the caller.
  function adam(parameters, gradients, memory, { lr = 1e-3, betas: [b1, b2] = [0.9, 0.999], eps = 1e-8 } = {}) {
    const zeros = () => parameters.map((P) => map(P, () => 0));
    memory.step = (memory.step ?? 0) + 1;
    memory.first ??= zeros();
    memory.second ??= zeros();
    const size = lr / (1 - b1 ** memory.step);
    const root = Math.sqrt(1 - b2 ** memory.step);
    parameters.forEach((P, n) => P.forEach((row, i) => row.forEach((_, j) => {
      const [g, m, v] = [gradients[n][i][j], memory.first[n][i], memory.second[n][i]];
      m[j] = b1 * m[j] + (1 - b1) * g;
      v[j] = b2 * v[j] + (1 - b2) * g * g;
      row[j] -= (size * m[j]) / (Math.sqrt(v[j]) / root + eps);
    })));
  }

  return {
    add, adam, columnSums, crossEntropy, crossEntropyGradient, layerNorm, layerNormGradient, map, product, productGradient, relu,
    reluGradient, scale, softmax, softmaxGradient, transpose,
  };
})();
