"""Tries to reach what it must not: a file, a variable, a port, the kernel's settings. Then serves requests for the pool's tests."""

import json
import os
import socket
import sys
import time


def spy(file, port):
    def attempt(reach):
        try:
            return bool(reach())
        except OSError:
            return False

    return {
        "file": attempt(lambda: open(file).read()),
        "variable": "FILEMILL_CANARY" in os.environ,
        "port": attempt(lambda: socket.create_connection(("127.0.0.1", port), timeout=2)),
        "kernel": attempt(lambda: os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY)),
        "processes": len([name for name in os.listdir("/proc") if name.isdigit()]) > 10,
        "input": attempt(lambda: os.open("/input/canary", os.O_WRONLY | os.O_CREAT)),
    }


if len(sys.argv) > 2:
    print(json.dumps(spy(sys.argv[1], int(sys.argv[2]))))
    sys.exit()

print(json.dumps({"status": "ready"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    if request["do"] == "crash":
        os._exit(1)
    if request["do"] == "crash-once" and not os.path.exists(request["mark"]):
        open(request["mark"], "w").close()
        os._exit(1)
    if request["do"] == "babble":
        print("x" * 2_000_000, flush=True)
    if request["do"] == "link":
        os.symlink("/etc/passwd", os.path.join(request["output"], "link"))
    if request["do"] == "hang":
        time.sleep(1000)
    facts = {"pid": os.getpid(), "inputs": os.listdir(os.path.dirname(request["input"]))}
    if request["do"] == "spy":
        facts = spy(request["file"], request["port"])
    if request["do"] == "copy":
        with open(request["input"]) as source, open(os.path.join(request["output"], "copy"), "w") as target:
            target.write(source.read())
    answer = {"status": "done", "facts": facts, "memory": request.get("memory", 0)}
    print(json.dumps(answer), flush=True)
