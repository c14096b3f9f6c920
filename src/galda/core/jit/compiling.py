"""How a kernel is compiled: typed once, and optimised only inside what Python calls.

Numba by itself optimises each function, makes machine code and a way in from Python for it, and
then does it again inside whatever calls it. Here a kernel that another kernel calls is only lowered
(a `Part`). What Python calls is one `Whole`: the way in, and all parts below it, optimised together
and kept on disk. So the compiler sees all of an algorithm at once and does everything once.
"""

from llvmlite import binding as llvm
from numba.core import compiler, event, sigutils, targetconfig, types, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.dispatcher import _FunctionCompiler  # type: ignore[attr-defined,unused-ignore]
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.typing.templates import make_overload_template

from galda.core.jit import settings
from galda.core.jit.kernel_error import KernelError
from galda.core.jit.notice import notice
from galda.core.jit.two_lines import in_two_lines


class Part(JITCodeLibrary):
    """A kernel as other kernels call it: lowered, nothing more."""

    def finalize(self):
        """Nothing can be added any more."""
        self._finalized = True

    def _optimize_functions(self, ll_module):
        ll_module.data_layout = self._codegen._data_layout

    def with_callees(self, seen=None):
        """This and everything it calls, directly or not, each once."""
        seen = {} if seen is None else seen
        if self not in seen:
            seen[self] = True
            for library in self._linking_libraries:
                if isinstance(library, Part):
                    library.with_callees(seen)
                else:
                    seen[library] = True
        return list(seen)

    def _get_module_for_linking(self):
        """For functions that Numba compiles in its own way: this and everything it calls."""
        if self._shared_module is None:
            module = self._final_module.clone()
            for library in self.with_callees()[1:]:
                own = isinstance(library, Part)
                other = library._final_module if own else library._get_module_for_linking()
                module.link_in(other, preserve=True)
            set_linkage(module, "linkonce_odr")
            self._shared_module = module
        return self._shared_module


class Whole(JITCodeLibrary):
    """What Python calls, with everything below it."""

    thorough = True
    """Whether all is done to make it fast, or only what helps most and takes no time."""

    def _optimize_final_module(self):
        if self.thorough:
            super()._optimize_final_module()
        else:
            quick = {"opt": 1, "loop_vectorize": False, "slp_vectorize": False}
            manager, builder = self._codegen._module_pass_manager(**quick)
            manager.run(self._final_module, builder)

    def finalize(self):
        """Put all parts together, optimise them and make machine code."""
        self._codegen._check_llvm_bugs()
        self._raise_if_finalized()
        way_in = {function.name for function in self.get_defined_functions()}
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
            for each in library.with_callees() if isinstance(library, Part) else (library,):
                own = isinstance(each, Part)
                other = each._final_module if own else each._get_module_for_linking()
                self._final_module.link_in(other, preserve=True)
        set_linkage(self._final_module, "internal", but=way_in)
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()

    def serialize_using_object_code(self):
        """The machine code, and the names it defines: nobody links with it."""
        self._ensure_finalized()
        names = [
            function.name
            for function in self.get_defined_functions()
            if function.linkage == llvm.Linkage.external
        ]
        stub = "\n".join(f'define void @"{name}"() {{ ret void }}' for name in names)
        defined = llvm.parse_assembly(stub).as_bitcode()
        return self.name, "object", (self._get_compiled_object(), defined)


def set_linkage(module, linkage, but=frozenset()):
    """Let other modules see none of a module's functions, or let it be the same as theirs."""
    for function in module.functions:
        if not function.is_declaration and function.name not in but:
            function.linkage = linkage


class KernelCompiler(_FunctionCompiler):  # type: ignore[misc,unused-ignore]
    """Makes parts and wholes of one kernel."""

    def __init__(self, *given):
        super().__init__(*given)
        self.parts = {}
        self.thorough = True

    def _flags(self):
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_cpython_wrapper = flags.no_cfunc_wrapper = flags.no_compile = True
        return flags

    def part(self, args):
        """The kernel, lowered for arguments of these types."""
        if args not in self.parts:
            context = self.targetdescr.target_context
            library = Part(context.codegen(), self.py_func.__qualname__)
            made = compiler.compile_extra(
                self.targetdescr.typing_context, context, self.py_func, args=args,
                return_type=None, flags=self._flags(), locals=self.locals, library=library,
                pipeline_class=self.pipeline_class,
            )  # fmt: skip
            library.finalize()
            context.insert_user_function(library, made.fndesc, [library])
            self.parts[args] = made._replace(entry_point=library, type_annotation="")
        return self.parts[args]

    def _compile_core(self, args, return_type):
        with notice.compiling():
            return self._whole(args)

    def _whole(self, args):
        """The kernel and all that it calls, to be called from Python."""
        part = self.part(args)
        context, flags = self.targetdescr.target_context, self._flags()
        library = Whole(context.codegen(), part.library.name)
        library.thorough = self.thorough
        library.enable_object_caching()
        with targetconfig.ConfigStack().enter(flags), context.push_code_library(library):
            context.create_cpython_wrapper(
                library, part.fndesc, part.environment, part.call_helper, flags.release_gil
            )
        library.add_linking_library(part.library)
        made = part._replace(
            library=library,
            entry_point=context.get_executable(library, part.fndesc, part.environment),
            reload_init=list(library._reload_init),
        )
        for environment in made._find_referenced_environments():
            library.codegen.set_env(environment.env_name, environment)
        return made


class KernelDispatcher(CPUDispatcher):
    """A compiled function that other kernels call as a part."""

    def __init__(self, py_func, locals=None, targetoptions=None):
        super().__init__(py_func, locals, targetoptions)
        self._compiler = KernelCompiler(
            py_func, self.targetdescr, self.targetoptions, self.locals, compiler.Compiler
        )

    def compile(self, sig):
        """Compile the kernel for arguments of these types; what is wrong is told its author."""
        try:
            return super().compile(sig)
        except KernelError:
            raise
        except Exception as error:
            if settings.FULL_ERRORS:
                raise
            raise in_two_lines(error, self.py_func) from None

    def get_call_template(self, args, kws):
        """What Numba asks for when a kernel calls this one."""
        signature, folded = self._compiler.fold_argument_types(args, kws)
        args = tuple(plainest(kind) for kind in folded)
        name = self.py_func.__name__
        with self._compiling_counter:
            part = self._part(args)
        template = typing.make_concrete_template(name, key=name, signatures=[part.signature])
        return template, signature, args, {}

    def _part(self, args):
        if args in self._compiler.parts:
            return self._compiler.parts[args]
        details = {"dispatcher": self, "args": args, "return_type": None}
        with event.trigger_event("numba:compile", data=details):
            return self._compiler.part(args)

    def get_overload(self, sig):
        """What stands for the kernel where another one calls it."""
        args, _ = sigutils.normalize_signature(sig)
        return self._compiler.parts[tuple(args)].entry_point


def compile_lightly(dispatcher):
    """Optimise what Python calls of this kernel only a little; others that call it lose nothing."""
    dispatcher._compiler.thorough = False


def plainest(kind):
    """One type for all that can be passed as it: each further type is compiled all over again."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.Integer) and kind.signed:
        return types.int64
    return kind


def choose_by_record(stub, implement, table, default, casts):
    """Let compiled code that calls `stub` call the kernel of its first argument's record."""
    how = {"nopython": True, "no_cpython_wrapper": True}
    fallback = make_overload_template(stub, implement, how, True, "never")

    class Choice(fallback):
        def generic(self, args, kws):
            if self.context is not cpu_target.typing_context:
                return super().generic(args, kws)
            self.chosen = table.get(args[0].dtype, default)
            given = [cast or kind for kind, cast in zip(args, casts, strict=True)]
            return types.Dispatcher(self.chosen).get_call_type(self.context, given, kws)

        def get_impl_key(self, sig):
            if self.context is not cpu_target.typing_context:
                return super().get_impl_key(sig)
            return self.chosen.get_overload(sig)

    typing.templates.infer(Choice)
    typing.templates.infer_global(stub, types.Function(Choice))
