"""Converts documents with one LibreOffice that stays alive.

Reads a JSON request a line, writes a JSON answer a line:
{"input", "output", "load": {...}, "password"?, "filters": {module: {"name", "options"?, "data"?}}}
→ {"status": "done" | "password-required" | "wrong-password" | "refused" | "failed", "detail", "memory", "facts"}
"""

import json
import os
import shutil
import subprocess
import sys
import time

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.document.MacroExecMode import NEVER_EXECUTE
from com.sun.star.document.UpdateDocMode import NO_UPDATE
from com.sun.star.lang import DisposedException
from com.sun.star.task import XInteractionHandler
from com.sun.star.util import DateTime

# Isolated Python does not look beside the script.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import document_losses
import pdf_pages

PROGRAM = "/usr/lib/libreoffice/program/soffice.bin"
PROFILE_CREATED = 81
START_SECONDS = 50

MODULES = {
    "com.sun.star.text.TextDocument": "writer",
    "com.sun.star.text.WebDocument": "writer",
    "com.sun.star.text.GlobalDocument": "writer",
    "com.sun.star.sheet.SpreadsheetDocument": "calc",
    "com.sun.star.presentation.PresentationDocument": "impress",
    "com.sun.star.drawing.DrawingDocument": "draw",
}


# What it takes anything for that it does not know.
TEXT_FILTERS = {
    "Text",
    "Text (encoded)",
    "Text (StarWriter/Web)",
    "Text - txt - csv (StarCalc)",
}


class Office:
    """A running soffice.bin with a hardened profile of its own."""

    def __init__(self, home):
        user = os.path.join(home, "profile", "user")
        os.makedirs(user)
        here = os.path.dirname(os.path.abspath(__file__))
        shutil.copy(os.path.join(here, "registrymodifications.xcu"), user)
        self.pipe = f"filemill{os.getpid()}-{time.time_ns()}"
        self.profile = uno.systemPathToFileUrl(os.path.dirname(user))
        self.process = self.spawn()
        context = self.connect()
        manager = context.ServiceManager
        self.desktop = manager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        self.modules = manager.createInstanceWithContext("com.sun.star.frame.ModuleManager", context)

    def spawn(self):
        return subprocess.Popen(
            [
                PROGRAM,
                "--headless",
                "--invisible",
                "--norestore",
                "--nologo",
                "--nolockcheck",
                "--nodefault",
                "--nofirststartwizard",
                f"-env:UserInstallation={self.profile}",
                f"--accept=pipe,name={self.pipe};urp;StarOffice.ComponentContext",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "SAL_USE_VCLPLUGIN": "svp"},
        )

    def connect(self):
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext(
            "com.sun.star.bridge.UnoUrlResolver", local
        )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            try:
                return resolver.resolve(
                    f"uno:pipe,name={self.pipe};urp;StarOffice.ComponentContext"
                )
            except Exception:
                code = self.process.poll()
                if code == PROFILE_CREATED:
                    self.process = self.spawn()
                elif code is not None:
                    raise RuntimeError(f"soffice.bin ended with {code}")
                time.sleep(0.02)
        raise RuntimeError("soffice.bin did not answer")

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            for line in status:
                if line.startswith("VmRSS:"):
                    return int(line.split()[1]) * 1024
        return 0


class Questions(unohelper.Base, XInteractionHandler):
    """Answers what LibreOffice would ask a person: no password, no repair; warnings are accepted."""

    ANSWERS = ("Disapprove", "Approve", "Abort")

    def __init__(self):
        self.password_asked = False

    def handle(self, request):
        # PyUNO cannot hand over the request itself, an exception; the answers it offers tell what it is.
        offered = {
            kind.typeName.removeprefix("com.sun.star.task.XInteraction"): continuation
            for continuation in request.getContinuations()
            for kind in continuation.getTypes()
        }
        if any(name.startswith("Password") for name in offered):
            self.password_asked = True
        for name in self.ANSWERS:
            if name in offered:
                offered[name].select()
                return


def properties(values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


def convert(office, request):
    questions = Questions()
    load = {
        "Hidden": True,
        "ReadOnly": True,
        "MacroExecutionMode": NEVER_EXECUTE,
        "UpdateDocMode": NO_UPDATE,
        "InteractionHandler": questions,
        **request["load"],
    }
    if "password" in request:
        load["Password"] = request["password"]
    detail = ""
    document = None
    try:
        url = uno.systemPathToFileUrl(request["input"])
        document = office.desktop.loadComponentFromURL(url, "_blank", 0, properties(load))
    except DisposedException:
        raise
    except Exception as error:
        detail = str(error)
    if document is None:
        status = "refused"
        if questions.password_asked:
            status = "wrong-password" if "password" in request else "password-required"
        return {"status": status, "detail": detail[:2000]}
    try:
        if "FilterName" not in request["load"] and filter_of(document) in TEXT_FILTERS:
            return {"status": "refused", "detail": "nothing but text"}
        module = MODULES.get(office.modules.identify(document))
        target = request["filters"].get(module)
        if target is None:
            return {"status": "refused", "detail": f"opened as {module}"}
        if request["load"].get("FilterName") == "writer_pdf_import":
            pdf_pages.lay_out(document)
        elif target["name"].startswith("HTML"):
            date_of(document)
        store = {"FilterName": target["name"], "Overwrite": True}
        if "options" in target:
            store["FilterOptions"] = target["options"]
        if "data" in target:
            data = properties(target["data"])
            store["FilterData"] = uno.Any("[]com.sun.star.beans.PropertyValue", data)
        document.storeToURL(uno.systemPathToFileUrl(request["output"]), properties(store))
        facts = parts_of(document, module)
        if request["output"].endswith(".pdf"):
            facts |= losses(document, module, request)
        return {"status": "done", "facts": facts}
    finally:
        document.close(True)


def date_of(document):
    """Without a date it writes one that it crashes on when it reads it."""
    properties = document.DocumentProperties
    now = time.gmtime()
    for name in ("CreationDate", "ModificationDate"):
        if getattr(properties, name).Year == 0:
            date = DateTime(Year=now.tm_year, Month=now.tm_mon, Day=now.tm_mday, IsUTC=True)
            setattr(properties, name, date)


def filter_of(document):
    return next((one.Value for one in document.getArgs() if one.Name == "FilterName"), None)


def parts_of(document, module):
    if module == "calc":
        return {"sheets": list(document.Sheets.ElementNames)}
    return {"drawn": document.DrawPages.Count} if module in ("impress", "draw") else {}


def losses(document, module, request):
    try:
        return document_losses.find(document, module, request["input"], request["output"])
    except DisposedException:
        raise
    except Exception:
        # The PDF is made; what cannot be told of a crafted document is left untold.
        return {}


def main():
    office = Office(os.environ["HOME"])
    print(json.dumps({"status": "ready"}), flush=True)
    for line in sys.stdin:
        try:
            answer = convert(office, json.loads(line))
        except DisposedException:
            # The office died; ending tells the pool so.
            sys.exit(1)
        except Exception as error:
            answer = {"status": "failed", "detail": f"{type(error).__name__}: {error}"[:2000]}
        print(json.dumps({**answer, "memory": office.memory()}), flush=True)
    office.process.kill()


main()
