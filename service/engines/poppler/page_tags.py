"""What the tags of a PDF say of its text (`pdfinfo -struct-text`): headings and the items of lists.

The text there lacks spaces and letters, so it only tells which lines on the pages are meant.
"""

import re
import unicodedata

LINE = re.compile(r'^( *)(?:"(.*)"|(\w+) \((?:block|inline)\):?|.*)$')
PREFIX = 20


def letters(text):
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", text)).casefold()


class Tags:
    def __init__(self, report):
        self.headings = {}
        self.items = set()
        open_elements = []
        for line in report.splitlines():
            indent, text, kind = LINE.match(line).groups()
            while open_elements and open_elements[-1][0] >= len(indent):
                self.close(*open_elements.pop()[1:])
            if kind:
                open_elements.append((len(indent), kind, []))
            elif text and not any(element[1] == "Lbl" for element in open_elements):
                for _, _, words in open_elements:
                    words.append(text)
        while open_elements:
            self.close(*open_elements.pop()[1:])

    def close(self, kind, words):
        text = letters("".join(words))
        if text and re.fullmatch(r"H[1-6]", kind):
            self.headings.setdefault(text, int(kind[1]))
        elif text and kind == "LI":
            # Letters of another look may be missing after the first words.
            self.items.add(next(filter(None, map(letters, words)))[:PREFIX])

    def level(self, text, is_large):
        """The level of a heading, also of one line of it where that is large."""
        line = letters(text)
        if line in self.headings or not is_large or not line:
            return self.headings.get(line, 0)
        return next((level for one, level in self.headings.items() if one.startswith(line) or one.endswith(line)), 0)

    def is_item(self, text):
        start = letters(text)[:PREFIX]
        # What is known of an item may be shorter.
        return bool(start) and any(start[:length] in self.items for length in {*range(4, PREFIX), len(start)})
