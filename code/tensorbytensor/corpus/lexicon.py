"""The words of the book's own corpus: English beside French."""

from dataclasses import dataclass

from tensorbytensor.basics import check_choice, check_kind, check_texts, require


def _check_forms(count: int, /, **lists: tuple[str, ...]) -> None:
    check_texts(**lists)
    for name, forms in lists.items():
        given = f"{name} has {len(forms)} forms"
        require(len(forms) == count, f"{given}, but must have {count}")


@dataclass(frozen=True)
class Noun:
    """Singular and plural in both languages, gender m or f, kind of thing."""

    en: str
    en_plural: str
    fr: str
    fr_plural: str
    gender: str
    kind: str

    def __post_init__(self):
        check_kind(str, **vars(self))
        check_choice(("m", "f"), gender=self.gender)


@dataclass(frozen=True)
class Adjective:
    """French: masculine, feminine, then their plurals; before the noun or after it.

    liaison: the masculine singular before a vowel, where it is another word.
    """

    en: str
    fr: tuple[str, str, str, str]
    before: bool
    liaison: str = ""
    of_persons: bool = True

    def __post_init__(self):
        check_kind(str, en=self.en, liaison=self.liaison)
        check_kind(bool, before=self.before, of_persons=self.of_persons)
        _check_forms(4, fr=self.fr)


@dataclass(frozen=True)
class Verb:
    """English: base, third person, past. French: present, participle, future stem.

    general: a bare plural object means all of a kind (I love oranges: les oranges).
    """

    en: tuple[str, str, str]
    present: tuple[str, ...]
    participle: str
    future: str
    kinds: str
    general: bool = False

    def __post_init__(self):
        _check_forms(3, en=self.en)
        _check_forms(6, present=self.present)
        check_kind(
            str, participle=self.participle, future=self.future, kinds=self.kinds
        )
        check_kind(bool, general=self.general)


def _nouns(kind: str, table: str) -> list[Noun]:
    """Lines of: English, French, gender, and plurals where they are irregular."""
    nouns = []
    for entry in table.split(","):
        en, fr, gender, *plurals = entry.split()
        en_plural = plurals[0] if plurals and plurals[0] != "-" else _plural(en)
        fr_plural = plurals[1] if len(plurals) > 1 else fr + "s"
        nouns.append(Noun(en, en_plural, fr, fr_plural, gender, kind))
    return nouns


def _plural(en: str) -> str:
    if en.endswith("y") and en[-2] not in "aeiou":
        return en[:-1] + "ies"
    return en + ("es" if en.endswith(("s", "x", "ch", "sh", "tomato")) else "s")


def _adjective(
    en: str, fr: str, before: bool, liaison: str = "", of_persons: bool = True
) -> Adjective:
    """fr: masculine and feminine, or all four forms."""
    forms = fr.split()
    if len(forms) == 1:
        forms.append(forms[0] if forms[0].endswith("e") else forms[0] + "e")
    if len(forms) == 2:
        forms += [form + "s" for form in forms]
    return Adjective(en, tuple(forms), before, liaison, of_persons)


def _er(en: str, infinitive: str, kinds: str, general: bool = False) -> Verb:
    """A regular verb in -er."""
    stem = infinitive[:-2]
    soft = stem + "e" if stem.endswith("g") else stem  # nous mangeons
    present = (
        stem + "e",
        stem + "es",
        stem + "e",
        soft + "ons",
        stem + "ez",
        stem + "ent",
    )
    base, *past = en.split("/")
    past = past[0] if past else base + ("d" if base.endswith("e") else "ed")
    third = base + ("es" if base.endswith(("sh", "ch")) else "s")
    return Verb(
        (base, third, past), present, stem + "é", infinitive, kinds, general
    )


def _irregular(
    en: str, present: str, participle: str, future: str, kinds: str
) -> Verb:
    return Verb(
        tuple(en.split("/")), tuple(present.split()), participle, future, kinds
    )


NOUNS = [
    *_nouns(
        "food",
        "apple pomme f,orange orange f,banana banane f,pear poire f,"
        "tomato tomate f,carrot carotte f,cake gâteau m - gâteaux,egg œuf m,"
        "strawberry fraise f,cherry cerise f,lemon citron m,"
        "sandwich sandwich m,cookie biscuit m,onion oignon m,"
        "mushroom champignon m,apricot abricot m",
    ),
    *_nouns(
        "animal",
        "cat chat m,dog chien m,horse cheval m - chevaux,"
        "bird oiseau m - oiseaux,cow vache f,mouse souris f mice souris,"
        "rabbit lapin m,duck canard m,goat chèvre f,donkey âne m,bee abeille f,"
        "spider araignée f,squirrel écureuil m",
    ),
    *_nouns(
        "thing",
        "book livre m,house maison f,car voiture f,table table f,"
        "chair chaise f,window fenêtre f,door porte f,letter lettre f,"
        "bag sac m,hat chapeau m - chapeaux,shoe chaussure f,shirt chemise f,"
        "coat manteau m - manteaux,key clé f,tree arbre m,flower fleur f,"
        "umbrella parapluie m,bicycle vélo m,boat bateau m - bateaux,"
        "clock horloge f,picture image f,pencil crayon m,box boîte f,"
        "plate assiette f,knife couteau m knives couteaux,watch montre f",
    ),
    *_nouns(
        "person",
        "girl fille f,boy garçon m,woman femme f women femmes,"
        "man homme m men hommes,child enfant m children enfants,friend ami m,"
        "sister sœur f,brother frère m,student étudiant m,doctor médecin m,"
        "neighbor voisin m,king roi m,queen reine f",
    ),
]
ADJECTIVES = [
    _adjective("small", "petit", True),
    _adjective("big", "grand", True),
    _adjective("pretty", "joli", True),
    _adjective("beautiful", "beau belle beaux belles", True, "bel"),
    _adjective("new", "nouveau nouvelle nouveaux nouvelles", True, "nouvel"),
    _adjective("old", "vieux vieille vieux vieilles", True, "vieil"),
    _adjective("red", "rouge", False, of_persons=False),
    _adjective("green", "vert", False, of_persons=False),
    _adjective("blue", "bleu", False, of_persons=False),
    _adjective("black", "noir", False, of_persons=False),
    _adjective("white", "blanc blanche", False, of_persons=False),
    _adjective("yellow", "jaune", False, of_persons=False),
    _adjective("strange", "étrange", False),
    _adjective("interesting", "intéressant", False),
    _adjective("round", "rond", False, of_persons=False),
]
PRONOUNS = ("I", "you", "he", "she", "we", "they")
ANY = "food animal thing person"
VERBS = [
    _er("love", "aimer", ANY, general=True),
    _er("hate", "détester", ANY, general=True),
    _er("eat/ate", "manger", "food"),
    _er("wash", "laver", ANY),
    _er("find/found", "trouver", ANY),
    _er("watch", "regarder", "animal thing person"),
    _er("draw/drew", "dessiner", ANY),
    _er("forget/forgot", "oublier", ANY),
    _irregular(
        "buy/buys/bought",
        "achète achètes achète achetons achetez achètent",
        "acheté",
        "achèter",
        "food animal thing",
    ),
    _irregular(
        "see/sees/saw", "vois vois voit voyons voyez voient", "vu", "verr", ANY
    ),
    _irregular(
        "want/wants/wanted",
        "veux veux veut voulons voulez veulent",
        "voulu",
        "voudr",
        "food animal thing",
    ),
    _irregular(
        "have/has/had", "ai as a avons avez ont", "eu", "aur", "food animal thing"
    ),
    _irregular(
        "take/takes/took",
        "prends prends prend prenons prenez prennent",
        "pris",
        "prendr",
        "food thing",
    ),
    _irregular(
        "sell/sells/sold",
        "vends vends vend vendons vendez vendent",
        "vendu",
        "vendr",
        "food animal thing",
    ),
    _irregular(
        "hear/hears/heard",
        "entends entends entend entendons entendez entendent",
        "entendu",
        "entendr",
        "animal person",
    ),
    _irregular(
        "choose/chooses/chose",
        "choisis choisis choisit choisissons choisissez choisissent",
        "choisi",
        "choisir",
        ANY,
    ),
]
