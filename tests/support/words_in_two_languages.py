"""What can be compared of the words of two languages: terms, colours, and words that come in opposites."""

import itertools
import re
from collections.abc import Iterator

from bilingual_book.content.check_printed_numbers import ROLE as PRINTED
from bilingual_book.content.check_printed_numbers import parts
from bilingual_book.glossary.links_to_glossary import plural

# Both languages share what stands in formulas, citations, code, links and quotation marks, and names with a number.
NO_PROSE = r"\$[^$]*\$|\{cite:\w\}`[^`]*`|(?<!\})`[^`]*`|\]\([^)]*\)|“[^”]*”"
SHARED = re.compile(
    rf"\d[\d.]*e[-+]\d+|\[[ESX]\d?-\d+\]\([^)]*\)|{NO_PROSE}|\b[A-Za-z]+-?\d+\w*(?:-\d+)?\b"
)
ROLE = re.compile(r"\{\w+\}`(?:([^`<]*?)\s*<[^`]*>|([^`]*))`")


def words_of(prose: str) -> str:
    """Without what both languages share; of a role, what it shows."""
    return SHARED.sub(" ", ROLE.sub(lambda role: role[1] or role[2], prose))


OPPOSITES = (  # a word and its opposite, in English and in Chinese
    (r"\brows?\b", r"\bcolumns?\b", "(?<![进运并执])行", "(?<![序系排])列(?!出)"),
    (r"\bheads?\b", r"\blayers?\b", "头", "层"),
    (r"\bencoder", r"\bdecoder", "编码器", "(?<!编码器-)解码器"),
    (r"\blarge(?:r|st)?\b", r"\bsmall(?:er|est)?\b", "大", "小"),
    (r"\blong(?:er|est)?\b", r"\bshort(?:er|est)?\b", "长", "短"),
    (r"\binputs?\b", r"\boutputs?\b", "输入", "输出"),
    (r"\btrain", r"\btest", "训练", "测试|考题"),
    (r"\btarget\b", r"\bsource\b", "目标", "源"),
    (r"\bfast(?:er|est)?\b", r"\bslow(?:er|est|ly)?\b", "快", "慢"),
    (r"\bpositive\b", r"\bnegative\b", "正(?!好|确|是|在|如)", "负"),
    (r"\bsingular\b", r"\bplural\b", "单数", "复数"),
    (r"\bEnglish\b", r"\bFrench\b", "英", "法语|法文"),
    (r"\bquer(?:y|ies)\b", r"\bkeys?\b", "查询", "键"),
    (r"\bweights?\b", r"\bscores?\b", "权重", "分数|打分|得分"),
    (r"\bdivid", r"\bmultipl(?!e\b)", "除", "乘"),
    (r"\bmean\b|\baverage\b", r"\bsum\b", "平均|均值", "求和|总和|之和|和"),
    (r"\btrue\b", r"\bfalse\b", "真|True", "假|False"),
    (r"\bposition", r"\bmask(?:s|ed)?\b", "位置", "掩码|遮"),
    (r"\bwide(?:r|st)?\b|\bwidth", r"\bdeep(?:er|est)?\b|\bdepth", "宽", "深"),
    (r"\bat most\b", r"\bat least\b", "最多|至多|不超过|顶多", "至少|最少|不少于"),
    (r"\bincreas", r"\bdecreas", "增|加|升|涨|大", "减|降|小|低"),
    (r"\bnumerator", r"\bdenominator", "分子", "分母"),
    (r"\bhorizontal", r"\bvertical", "横|水平", "纵|竖|垂直"),
    (r"\bdark", r"\blight", "深|暗", "浅|亮|淡"),
    (
        r"\bleft\b(?! out| over| of| alone)",
        r"\b(?:top|bottom|the|upper|lower) right\b|\b[Rr]ight:",
        "左",
        "右",
    ),
    (r"\bpost-norm\b", r"\bpre-norm\b", "post-norm", "pre-norm"),
    (r"\bsubject", r"\bverb", "主语", "动词"),
    (r"\bnouns?\b", r"\barticles?\b", "名词", "冠词"),
    (r"\bnumber of\b", r"\bsize of\b", "个数|数目", "大小"),
    (r"\binside\b", r"\boutside\b", "里|内", "外"),
    (r"\bhalf\b|\bhalve", r"\btwice\b|\bdouble", "半", "两倍|加倍|翻"),
    (
        r"\beven(?:s|ly)? (?:out|spread)|\b(?:too|more|less) even\b",
        r"\bsharp|\bextreme",
        "均匀|平均",
        "集中|尖|极端",
    ),
)
READS = r"(?<!often )\breads?\b|\breading\b|\bload"
LOOSE = (  # with words of many meanings: only where a whole block has the one alone
    (r"\bbefore\b", r"(?<!one )\bafter\b", "前|先|上一|还没", "(?<!最)后"),
    (r"\babove\b", r"\bbelow\b", "上|大于|高于|超过", "下|小于|低于|不到"),
    (r"\bfirst\b", r"\blast\b(?! chapter)", "第一|最初|首|先|前|头", "最后|末|刚|后"),
    (r"\bhigh(?:er|est)?\b", r"\blow(?:er|est)?\b", "高", "低"),
    (
        READS,
        r"\bwrit(?:e|es|ten|ing)\b|\bwrote\b",
        "读",
        "写",
    ),
    (r"\badd(?:s|ed|ing)?\b", r"\bsubtract", "加", "减"),
    (  # what is compared with “than”
        r"\b(?:more|larger|higher|longer|better|farther)\b[^,.;:]{0,30}\bthan\b",
        r"\b(?:less|fewer|smaller|lower|shorter|worse)\b[^,.;:]{0,30}\bthan\b",
        "比[^，。；：]{1,20}[大多高强长好远]",
        "比[^，。；：]{1,20}(?:[小少弱短差轻近]|低(?!一截))",
    ),
    (
        r"\brises?\b|\bgrows?\b",
        r"\bfalls?\b|\bshrinks?\b",
        "升|长|增|涨|大|多",
        "降|落|跌|小|减|低",
    ),
    (
        r"\balways\b|\bevery time\b",
        r"\bnever\b",
        "总|每次|一律|一直|始终",
        "从不|从来|从没|从未|决不|绝不|永远不|没有?.*过",
    ),
)
PARTNERS = (  # no opposites, but named in one order where both languages name each as often
    (r"\btarget\b", r"\bdraft\b", "目标模型", "草稿模型"),
    (r"\bgrouped attention\b", r"\bfull attention\b", "分组注意力", "完整的?注意力"),
    (r"\bquer(?:y|ies)\b", r"\bvalues?\b", "查询", "(?<![均平])值"),
    (r"\bbias(?:es)?\b", r"\bweights?\b", "偏置", "权重"),
    (r"\bmean\b", r"\bvariance\b", "均值|平均", "方差"),
    (r"\bself-attentions?\b", r"\bcross-attentions?\b", "自注意力", "交叉注意力"),
    (r"\bprobabilit", r"\blogits?\b", "概率", "logits?"),
    (r"\bwords?\b", r"\bbytes?\b", "词(?!元|表)", "字节"),
    (r"\btemperature\b", r"\bfilters?\b", "温度", "限制|过滤"),
)
# Names in Latin letters that Chinese has in another order somewhere: titles after their authors, and the like.
LATIN_IN_ANY_ORDER = {"Joshua", "Starmer", "Llama"}
LATIN = re.compile(r"\b[A-Z][A-Za-z0-9-]+")
# Opposites that Chinese may name the other way round, since its sentences put the condition first.
IN_ANY_ORDER = {
    r"\bheads?\b", r"\bweights?\b", r"\bmean\b|\baverage\b", r"\bEnglish\b", r"\bfirst\b",
    r"\blarge(?:r|st)?\b", r"\balways\b|\bevery time\b", READS,
}  # fmt: skip
# How words begin that are no terms of the glossary, and what the Chinese has for each of them.
TRANSLATED = (
    "floors? 下限", "limits?\\b (?<!下)限|瓶颈", "sublayer 子层", "generator 生成器", "corpus 语料", "derivative 导数",
    "median 中位", "deviation 标准差", "pixel 像素", "notebook 笔记本", "penalt 罚", "rounding 舍入",
    "verbs? 动词", "nouns? 名词", "cosine 余弦", "sines? 正弦", "stor(?:y|ies) 故事", "pages? 页", "papers? 论文|纸|书面",
    "code\\b 代码", "tutorial 教程", "averages?\\b 平均|均值", "largest 最大|最多|最长", "probability 概率", "probabilities 概率", "section 节|段",
    "digits? 位|数字", "guess 猜|预测", "commands? 命令", "folders?\\b 文件夹", "colours?\\b 色|颜", "punctuation 标点",
    "entrop 熵", "linear 线性", "variance 方差", "bytes?\\b 字节", "logarithm 对数", "nearly 几乎|近|差不多|约|大多|大致",
    "random 随机|乱|未训练", "norms?\\b 归一化|norm|模长|范数", "padding\\b 填充|补", "seeds?\\b 种子|seed",
    "cache 缓存|键和值|保存|保留|存",
)  # fmt: skip
# What a block of the one language must have if that of the other has it, and the other way round.
KEPT = (
    (r"\blayers?\b", "层|layer"),
    (r"(?<!–)\bencoders?\b", "编码器|encoder"),
    (r"(?<!–)\bdecoders?\b(?!-only)", "解码器|decoder"),
    (r"\bheads?\b(?! of)(?<!your head)", "头|head"),
    (r"\bweights?\b", "权重|加权|weight"),
    (r"\bscores?\b(?! higher)", "分数|打分|得分|最高分|score"),
    (r"\bquer(?:y|ies)\b", "查询|quer"),
    (r"\bkeys?\b", "键|key"),
    (r"\bmask(?:s|ed)?\b", "掩码|遮|mask"),
    (r"(?<!-)\bpositions?\b", "位置|position"),
    (r"\bcolumns?\b", "列"),
    (r"\binputs?\b", "输入"),
    (r"\btarget\b", "目标"),
    (r"\bEnglish\b", "英"),
    (r"\bFrench\b", "法语|法文"),
    (r"\bplural\b", "复数"),
    (r"\bpositive\b", "正"),
    (r"\bneeds? no\b|\bdo(?:es)? not need\b", "不需要|不用|用不着|无须|无需|不必|不靠"),
    (
        r"\bhidden\b(?! (?:layer|number|folder|width))|\bhides?\b",
        "遮|藏|隐|挡|盖|看不|不让|不许|看到不",
    ),
    (
        r"\bnever\b",
        "从[不没未来无]|[决绝永]|没有?.{0,14}过|一次也|不会|不可能|不能|却没有|用不[着到]|不用|不再",
    ),
    (r"\bin either case\b|\beither way\b", "都|无论|不管|两种"),
    (r"\bformer\b", "前者|前一|前面"),
    (r"\blatter\b", "后者|后一|后面"),
    *((rf"\b{word}", own) for word, own in (pair.split() for pair in TRANSLATED)),
)
ADDED = (
    (r"\bdecod", "(?<!编码器–)解码器"),
    (r"\bquer|\bask", "查询"),
    (r"\btest|\bheld[- ]out", "测试|考题"),
    (r"\bFrench\b", "法语|法文"),
    (r"\bhid|\bmask|\bcover|\b(?:cannot|not) see\b|\bnobody\b|\bwithout\b|\bblind", "遮"),
    (r"\bseed", "种子"),
)
COLOURS = {
    "vermilion": "橙红", "blue": "蓝", "orange": "橙", "green": "绿", "purple": "紫", "red": "红",
    "yellow": "黄", "gray": "灰", "pink": "粉红",
}  # fmt: skip

FRUIT = re.compile(r"橙子|\b(?:an|between) orange\b|\borange (?:and|points|before|after)\b")


def turned_round(english: str, chinese: str) -> Iterator[str]:
    """Opposites of which one language has the one in more sentences, and the other language the other."""
    ours, theirs = words_of(english), words_of(chinese)
    split = sentences(ours, "en"), sentences(theirs, "zh")
    for pairs, (here, there) in ((OPPOSITES, split), (LOOSE, ([ours], [theirs]))):
        for one, other, own, opposite in pairs:
            more = _alone(here, one, other) - _alone(there, own, opposite)
            less = _alone(here, other, one) - _alone(there, opposite, own)
            if more * less < 0:
                yield f"{one} / {other}"


def contradict(english: str, also_english: str) -> Iterator[str]:
    """Opposites of which one text has the one, and another text, on the same thing, the other."""
    here, there = sentences(words_of(english), "en"), sentences(words_of(also_english), "en")
    for one, other, *_ in OPPOSITES:
        more = _alone(here, one, other) - _alone(there, one, other)
        less = _alone(here, other, one) - _alone(there, other, one)
        # A text may be on scores where the other one is on weights.
        if more * less < 0 and "weight" not in one:
            yield f"{one} / {other}"


def _alone(sentences: list[str], word: str, opposite: str) -> int:
    """How many sentences have the word and not its opposite."""
    return sum(
        bool(re.search(word, sentence, re.IGNORECASE))
        and not re.search(opposite, sentence, re.IGNORECASE)
        for sentence in sentences
    )


def lost_or_added(english: str, chinese: str) -> Iterator[str]:
    """Words whose like a block of the other language must have and has not."""
    ours, theirs = words_of(english), words_of(chinese)
    for word, own in KEPT:
        if re.search(word, ours, re.IGNORECASE) and not re.search(own, theirs, re.IGNORECASE):
            yield f"{word} is lost"
    for word, own in ADDED:
        if re.search(own, theirs) and not re.search(word, ours, re.IGNORECASE):
            yield f"{own} is added"


# “3 of the 8”, “3 from 8 calls”: Chinese begins with the whole.
PART_OF = re.compile(
    r"(\{printed\}`[^`]+`)"
    r"(\s(?:\w+\s){0,2}(?:of|from)\s(?:(?!and )[\w“”-]+\s){0,4})"
    r"(\{printed\}`[^`]+`)"
)


def _places(text: str, *patterns: str) -> list[int]:
    """Which of the patterns matches, in the order in which they stand in the text."""
    found = [
        (match.start(), number)
        for number, pattern in enumerate(patterns)
        for match in re.finditer(pattern, text, re.IGNORECASE)
    ]
    return [number for _, number in sorted(found)]


def exchanged_places(english: str, chinese: str) -> Iterator[str]:
    """Printed numbers, opposites, partners, names in Latin letters and names of code that stand in another order."""
    ours, theirs = words_of(english), words_of(chinese)
    for one, other, own, opposite in OPPOSITES + LOOSE + PARTNERS:
        here, there = _places(ours, one, other), _places(theirs, own, opposite)
        both = len(set(here)) == 2 and sorted(here) == sorted(there)
        if both and here != there and one not in IN_ANY_ORDER:
            yield f"{one} / {other}"
    latin, in_chinese = (
        LATIN.findall(re.sub(NO_PROSE, "", ROLE.sub("", text))) for text in (english, chinese)
    )
    for pair in itertools.combinations({*latin} & {*in_chinese} - LATIN_IN_ANY_ORDER, 2):
        here, there = ([word for word in each if word in pair] for each in (latin, in_chinese))
        if sorted(here) == sorted(there) and here != there:
            yield " / ".join(sorted(pair))
    here, there = (
        [parts(role)[1] for role in PRINTED.findall(text)]
        for text in (PART_OF.sub(r"\3\2\1", english), chinese)
    )
    if sorted(here) == sorted(there) and here != there:
        yield f"{here} / {there}"
    names = [
        [name for role, name in re.findall(r"(\}?)`([^`]+)`", text) if not role]
        for text in (english, chinese)
    ]
    for a, b in itertools.permutations(set(names[0]), 2):  # Adam and AdamW
        if b.startswith(a):
            here, there = ([name for name in each if name in (a, b)] for each in names)
            if sorted(here) == sorted(there) and here != there:
                yield f"{a} / {b}"


SIZE = r"(?:[A-Z]′?|\d[\d,]*|\.\.\.|…|d_\w+)"
SHAPE = re.compile(rf"\({SIZE}(?:, {SIZE})+,?\)")


def shapes(prose: str) -> list[str]:
    """What looks like a shape, (B, T, D) or (2, 3): both languages give the same ones, in whatever order."""
    return sorted(SHAPE.findall(prose))


LIMITS = r"(?<![\w-])(?:only|(?<!leaves it )alone)(?![\w-])"
LIMITS_IN_CHINESE = "只|仅|单|光|才|唯|独|就|凭"


def limited_in_english_alone(english: str, chinese: str) -> bool:
    """Whether more sentences say "only" or "alone" than the Chinese has words for it."""
    limits = sum(bool(re.search(LIMITS, s, re.I)) for s in sentences(words_of(english), "en"))
    return limits > len(re.findall(LIMITS_IN_CHINESE, words_of(chinese)))


def sentences(prose: str, language: str) -> list[str]:
    end = r"(?<=[.?!])[”)]?\s+" if language == "en" else r"(?<=[。？！])[”）]?"
    return [found for found in re.split(end, prose) if found.strip()]


NAMED = {
    "en": {name: rf"\b{name}\b" for name in COLOURS},
    "zh": COLOURS | {"orange": "橙(?!红)", "red": "(?<![橙粉])红"},
}


def colours(prose: str, language: str) -> list[str]:
    """The colours that a text names, in the order in which it first does; a fruit is none."""
    text = FRUIT.sub(" ", words_of(prose))
    first = {
        name: found.start()
        for name, sign in NAMED[language].items()
        if (found := re.search(sign, text, re.IGNORECASE))
    }
    return sorted(first, key=first.get)


# Their words have other meanings, too, or another word often stands for them.
COMMON = {
    "mask",
    "query",
    "value",
    "attention",
    "encoder",
    "epoch",
    "parameter",
    "training",
    "transpose",
}


# The Chinese says these in another way, or leaves them out where the sentence tells.
SAID_OTHERWISE = {
    "attention weights",
    "decoder-only Transformer",
    "dimension",
    "embedding",
    "epoch",
    "logits",
    "loss",
    "matrix",
    "memory",
    "padding",
    "parameter",
    "shape",
    "solution",
    "token",
    "training",
    "value",
    "vector",
}


def without_brackets(translation: str) -> str:
    """Of dropout（随机失活） what a sentence has: dropout."""
    return translation.partition("（")[0]


def lost_terms(english: str, chinese: str, terms: dict[str, str]) -> Iterator[str]:
    """Terms that only the English names."""
    ours = words_of(english)
    for term, translation in terms.items():
        is_said = without_brackets(translation) in chinese or term.lower() in chinese.lower()
        if not is_said and term not in SAID_OTHERWISE and _names(ours, term):
            yield term


def _names(text: str, term: str) -> bool:
    if term[:-1].lower() not in text.lower():
        return False
    forms = f"{re.escape(term)}|{plural(term)}"
    return bool(re.search(rf"(?<![\w-])(?:{forms})(?![\w-])", text, re.IGNORECASE))


def there_in_chinese(english: str, chinese: str, terms: dict[str, str]) -> Iterator[str]:
    """Terms that the English names first as what is not there (“without the mask”), and the Chinese as what is."""
    ours, theirs = words_of(english), words_of(chinese)
    for term, translation in terms.items() if "ithout" in ours else ():
        first = re.search(rf"(?<![\w-]){re.escape(term)}", ours, re.IGNORECASE)
        if first and re.search(r"\bwithout (?:the |any |an? )?$", ours[: first.start()], re.I):
            before, own, _ = theirs.partition(without_brackets(translation))
            if own and not re.search("[不没无去拿少]", before[-6:]):
                yield term


def exchanged(english: str, chinese: str, terms: dict[str, str]) -> str | None:
    """A term that only the English has, beside another that only the Chinese has."""
    ours, theirs = words_of(english), words_of(chinese)
    here, there = set(), set()
    for term, translation in terms.items():
        if term in COMMON:
            continue
        if _names(ours, term):
            here.add(term)
        in_latin = re.search(rf"(?<![A-Za-z0-9-]){re.escape(term)}(?![A-Za-z0-9-])", chinese)
        if without_brackets(translation) in theirs or in_latin:  # 用 RoPE, as engineers write
            there.add(term)
    shared = SHARED.findall(english) + SHARED.findall(chinese)
    only_here = {term for term in here - there if not any(term in found for found in shared)}
    only_there = {term for term in there - here if not any(term in found for found in shared)}
    inside = {a for a in only_here | only_there for b in here | there if a != b and a in b}
    only_here, only_there = only_here - inside, only_there - inside
    return f"{only_here} and {only_there}" if only_here and only_there else None


def foreign(english: str, chinese: str) -> set[str]:
    """Words in Latin letters that only the Chinese has."""
    said = english.lower()
    words = re.findall(r"[A-Za-z][A-Za-z'-]*[A-Za-z]", chinese)
    return {word for word in words if word.lower().removesuffix("'s") not in said}
