"""The settings of kernels with which the book prints the same digits wherever processor and torch allow it (code/README.md)."""

import platform

# The same sums on every machine, to the last bit: one thread a kernel (there are as many
# kernels as cores), and on x86-64 only what every processor of the last ten years has, by
# Intel or by AMD: MKL's other branches take another path where the processor is not Intel's.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
}
if platform.machine().lower() in ("x86_64", "amd64"):
    ENVIRONMENT |= {
        "MKL_CBWR": "COMPATIBLE",
        "ONEDNN_MAX_CPU_ISA": "AVX2",
        "ATEN_CPU_CAPABILITY": "avx2",
    }
