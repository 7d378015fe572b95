"""One step of Adam (Kingma and Ba 2015, algorithm 1)."""

from torch import Tensor

from tensorbytensor.basics import check_count, check_floats, check_positive, require
from tensorbytensor.learning.check_same_shape import check_like


def adam_step(
    theta: Tensor, gradient: Tensor, m: Tensor, v: Tensor, t: int, lr: float
) -> tuple[Tensor, Tensor, Tensor]:
    """The new theta, m and v, all of one shape, after step t = 1, 2, ...

    m and v are the running means of the gradient and of its square; before step 1
    both are 0. With PyTorch's defaults: betas 0.9 and 0.999, eps 1e-8.
    """
    check_floats("theta", theta, min_ndim=0)
    check_like(theta, theta.shape, gradient=gradient, m=m, v=v)
    require(
        bool((v >= 0).all()), f"v is at least {v.min()}, but must not be below 0"
    )
    check_count(t=t)
    check_positive(lr=lr)
    m = 0.9 * m + 0.1 * gradient
    v = 0.999 * v + 0.001 * gradient**2
    m_hat, v_hat = m / (1 - 0.9**t), v / (1 - 0.999**t)
    return theta - lr * m_hat / (v_hat.sqrt() + 1e-8), m, v
