"""Names of Numba that its makers do not promise to keep, one by one, and what breaks without each.

When a new version fails here, `core/jit/` is the folder to mend; until then `GALDA_JIT=ordinary`
compiles without any of them.
"""

from __future__ import annotations

import ast
import tomllib
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galda.core.jit.settings import COMPILED, ORDINARY
from galda.core.kernels.kernel import kernel

pytestmark = pytest.mark.skipif(not COMPILED or ORDINARY, reason="Numba is used as it comes")
PROJECT = Path(__file__).parents[2]

MODULES = [
    ("numba.core.codegen", "JITCodeLibrary", "parts and wholes are libraries of code"),
    ("numba.core.dispatcher", "_FunctionCompiler", "`KernelCompiler` is made of it"),
    ("numba.core.registry", "CPUDispatcher", "`KernelDispatcher` is made of it"),
    ("numba.core.registry", "cpu_target", "a choice by record is for processors alone"),
    ("numba.core.compiler", "compile_extra", "a part is lowered by it"),
    ("numba.core.compiler", "Flags", "a part is lowered without a way in from Python"),
    ("numba.core.compiler", "Compiler", "the steps by which a part is typed and lowered"),
    ("numba.core.compiler", "CompileResult", "shipped code is made into functions again"),
    ("numba.core.targetconfig", "ConfigStack", "the way in is made with a part's flags"),
    ("numba.core.sigutils", "normalize_signature", "a part is found by its types"),
    ("numba.core.typing.templates", "make_overload_template", "stubs choose by record"),
    ("numba.core.typing.templates", "infer", "stubs choose by record"),
    ("numba.core.typing.templates", "infer_global", "stubs choose by record"),
    ("numba.core.typing", "make_concrete_template", "kernels call kernels as parts"),
    ("numba.core.caching", "FunctionCache", "what was compiled is kept on disk"),
    ("numba.core.caching", "NullCache", "nothing is kept where nothing can be written"),
    ("numba.core.serialize", "dumps", "code is packed into a wheel"),
    ("numba.core.runtime.nrt", "rtsys", "kept code finds what it calls itself"),
    ("numba.core.config", "CACHE_DIR", "folders of the cache are named by what was compiled"),
    ("numba.core.config", "CPU_NAME", "folders of the cache are named by the processor"),
    ("numba.core.event", "register", "progress of compiling is counted"),
    ("numba.core.cpu", "CPUContext", "rows are written as vectors on processors alone"),
    ("numba.core.cgutils", "get_item_pointer", "places of arrays are changed in one step"),
    ("numba.core.cgutils", "unpack_tuple", "rows whose numbers lie apart are written"),
]  # fmt: skip
LIBRARY = [
    ("_codegen", "a library is optimised by its maker"),
    ("_linking_libraries", "parts are found that a kernel calls"),
    ("_final_module", "parts are put together into one module"),
    ("_shared_module", "functions of Numba's own link with a part"),
    ("_reload_init", "kept code is prepared when it is loaded"),
    ("_finalized", "a part is closed without making machine code"),
    ("_optimize_functions", "a part is not optimised by itself"),
    ("_optimize_final_module", "seldom called kernels are optimised lightly"),
    ("_finalize_final_module", "machine code is made of a whole"),
    ("_raise_if_finalized", "a whole is closed once"),
    ("_ensure_finalized", "only finished code is kept"),
    ("_get_compiled_object", "machine code is kept on disk"),
    ("_get_module_for_linking", "functions of Numba's own are linked in"),
    ("get_defined_functions", "only the way in from Python is seen from outside"),
    ("enable_object_caching", "machine code can be kept"),
    ("add_linking_library", "a whole holds its part"),
    ("serialize_using_object_code", "machine code is kept without what it was made of"),
]
CODEGEN = [
    ("_data_layout", "parts have the processor's layout of data"),
    ("_check_llvm_bugs", "known faults of LLVM are looked for"),
    ("_module_pass_manager", "seldom called kernels are optimised lightly"),
    ("set_env", "kept code finds its environments"),
]
COMPILER = [
    ("_compile_core", "what Python calls is compiled as a whole"),
    ("fold_argument_types", "kernels call kernels with defaults and constants"),
    ("targetdescr", "the target that is compiled for"),
    ("targetoptions", "options such as the error model"),
    ("pipeline_class", "the steps by which a part is typed and lowered"),
    ("locals", "types of variables that were given"),
]
DISPATCHER = [
    ("_compiler", "a kernel is compiled in our way"),
    ("_compiling_counter", "a kernel that calls itself is not compiled for ever"),
    ("_cache", "what was compiled is kept in our folders"),
    ("get_call_template", "kernels call kernels as parts"),
    ("get_overload", "kernels call kernels as parts"),
]
RESULT = [
    ("_find_referenced_environments", "compiled code finds its environments"),
    ("_reduce", "code is packed into a wheel"),
    ("_rebuild", "shipped code is made into functions again"),
    ("_replace", "a whole is made of its part"),
]
CONTEXT = [
    ("codegen", "libraries are made"),
    ("push_code_library", "the way in is made inside a whole"),
    ("create_cpython_wrapper", "Python gets a way in"),
    ("get_executable", "Python gets a way in"),
    ("insert_user_function", "kernels call kernels as parts"),
]
CACHE = [
    ("_guard_against_spurious_io_errors", "kept code is loaded"),
    ("_load_overload", "kept code is loaded without half of SciPy"),
    ("save_overload", "compiled code is kept"),
    ("cache_path", "one process at a time writes to a folder"),
]
FILES = [
    ("_index_path", "the list of what was compiled is read and written whole or not at all"),
    ("_data_path", "a file of code is read and written whole or not at all"),
    ("_dump", "a file of code is packed"),
    ("_version", "code of another Numba counts as not there"),
    ("_source_stamp", "code of another source counts as not there"),
]
CARDS = [("numba.cuda.cudadrv.nvvm", "ADDRSPACE_CONSTANT", "tables of rules lie in global memory")]


@kernel
def doubled(number: Any) -> Any:
    """Something to compile."""
    return number + number


@pytest.fixture(scope="module")
def compiled() -> Any:
    """A kernel that has been compiled, or loaded, once."""
    made: Any = doubled
    assert made(np.int64(4)) == 8
    return made.ready() if hasattr(made, "ready") else made


@pytest.mark.parametrize(("module", "name", "breaks"), MODULES)
def test_a_module_has_a_name(module: str, name: str, breaks: str) -> None:
    assert hasattr(import_module(module), name), f"{module}.{name} is gone: {breaks}"


def check(thing: Any, name: str, breaks: str) -> None:
    assert hasattr(thing, name), f"{type(thing).__name__}.{name} is gone: {breaks}"


@pytest.mark.parametrize(("name", "breaks"), LIBRARY)
def test_a_library_of_code_has_a_name(compiled: Any, name: str, breaks: str) -> None:
    made: Any = import_module("numba.core.codegen")
    check(made.JITCodeLibrary(compiled.targetctx.codegen(), "nothing"), name, breaks)


@pytest.mark.parametrize(("name", "breaks"), CODEGEN)
def test_a_maker_of_code_has_a_name(compiled: Any, name: str, breaks: str) -> None:
    check(compiled.targetctx.codegen(), name, breaks)


@pytest.mark.parametrize(("name", "breaks"), COMPILER)
def test_a_compiler_of_functions_has_a_name(name: str, breaks: str) -> None:
    check(ordinary()._compiler, name, breaks)


@pytest.mark.parametrize(("name", "breaks"), DISPATCHER)
def test_a_dispatcher_has_a_name(name: str, breaks: str) -> None:
    check(ordinary(), name, breaks)


def ordinary() -> Any:
    """A function as Numba itself compiles it, without any of ours."""
    import numba  # noqa: PLC0415

    made: Any = numba.njit(lambda number: number)
    return made


@pytest.mark.parametrize(("name", "breaks"), RESULT)
def test_what_was_compiled_has_a_name(name: str, breaks: str) -> None:
    from numba.core.compiler import CompileResult  # noqa: PLC0415

    check(CompileResult, name, breaks)


@pytest.mark.parametrize(("name", "breaks"), CONTEXT)
def test_a_target_has_a_name(compiled: Any, name: str, breaks: str) -> None:
    check(compiled.targetctx, name, breaks)


@pytest.mark.parametrize(("name", "breaks"), CACHE)
def test_numba_s_cache_has_a_name(name: str, breaks: str) -> None:
    from numba.core.caching import FunctionCache  # noqa: PLC0415

    check(FunctionCache, name, breaks)


@pytest.mark.parametrize(("name", "breaks"), FILES)
def test_files_of_numba_s_cache_have_a_name(tmp_path: Path, name: str, breaks: str) -> None:
    file: Any = import_module("numba.core.caching").IndexDataCacheFile
    check(file(str(tmp_path), "nothing", (0, 0)), name, breaks)


def test_a_cache_has_one_file_that_is_made_sound() -> None:
    cache: Any = import_module("numba.core.caching").FunctionCache
    check(cache(check), "_cache_file", "files of code are read and written soundly")


@pytest.mark.parametrize(("module", "name", "breaks"), CARDS)
def test_numba_for_cards_has_a_name(module: str, name: str, breaks: str) -> None:
    pytest.importorskip("numba_cuda")
    from galda.core.kernels.cuda import load_cuda  # noqa: PLC0415

    load_cuda()
    found = import_module(module)
    simulated = not hasattr(found, "ADDRSPACE_GLOBAL")
    assert simulated or hasattr(found, name), f"{module}.{name} is gone: {breaks}"


def private_names(folder: Path) -> set[str]:
    """The names with an underscore that the room of compiling asks of Numba's things."""
    found: set[str] = set()
    own: set[str] = set()
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
                found.add(node.attr)
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                own.add(node.name)
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("numba"):
                found |= {name.name for name in node.names if name.name.startswith("_")}
    return {name for name in found - own if not name.startswith("__")}


OUR_OWN = {
    "_function", "_modules", "_caches", "_plain_calls", "_tell", "_spent", "_depth"
}  # fmt: skip
"""Private names of our own objects in that room."""


def test_every_private_name_that_is_used_has_its_test() -> None:
    listed = (
        {
            name
            for table in (LIBRARY, CODEGEN, COMPILER, DISPATCHER, RESULT, CONTEXT, CACHE, FILES)
            for name, _ in table
        }
        | {name for _, name, _ in MODULES}
        | {"_cache_file"}
    )
    used = private_names(PROJECT / "src" / "galda" / "core" / "jit") - OUR_OWN
    assert used <= listed, sorted(used - listed)


def test_private_names_are_asked_for_in_one_room() -> None:
    package = PROJECT / "src" / "galda"
    for file in package.rglob("*.py"):
        text = file.read_text("utf-8")
        if file.parent != package / "core" / "jit":
            assert "import _FunctionCompiler" not in text
            assert "numba.core" not in text, f"{file} knows Numba's inside"


def test_the_versions_that_are_installed_are_allowed() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    (numba_,) = (each for each in project["dependencies"] if each.startswith("numba"))
    (cuda,) = project["optional-dependencies"]["cuda"]
    for wanted in (numba_, cuda):
        assert "<" in wanted, f"{wanted} has no upper bound"
    below = tuple(map(int, numba_.rpartition("<")[2].split(".")))
    assert tuple(map(int, version("numba").split(".")[:2])) < below
