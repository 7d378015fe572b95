"""Which characters are Chinese, for whoever counts, cuts or joins words."""

import re

HAN = "\u3400-\u9fff"  # inside the brackets of a pattern
CHARACTER = re.compile(f"[{HAN}]")
