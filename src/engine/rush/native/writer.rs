//! Writes single instructions of Cranelift.
//!
//! Each is a function of its own, the same for sets of any width. Put in wherever an instruction is written, as Cranelift does
//! it, they would be compiled again for each place and each width.

use std::ops::{Deref, DerefMut};

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    Block, BlockArg, Constant, Inst, InstBuilder as _, InstructionData, JumpTable, MemFlagsData, Opcode, SigRef, Type,
    Value, types,
};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::FunctionBuilder;

/// A function that is written.
pub struct Writer<'a>(FunctionBuilder<'a>);

impl<'a> Writer<'a> {
    /// Goes on with what Cranelift has begun.
    pub fn new(builder: FunctionBuilder<'a>) -> Self {
        Self(builder)
    }

    /// The number that a value is known to be.
    pub fn constant(&self, value: Value) -> Option<i64> {
        let by = self.0.func.dfg.value_def(value).inst()?;
        match self.0.func.dfg.insts[by] {
            InstructionData::UnaryImm { opcode: Opcode::Iconst, imm } => Some(imm.bits()),
            _ => None,
        }
    }

    /// Two words at once, of one number each.
    pub fn pair(&mut self, number: i64) -> Value {
        let bytes = [number.to_le_bytes(); 2].concat();
        let numbers = self.0.func.dfg.constants.insert(bytes.into());
        self.vconst(types::I64X2, numbers)
    }

    /// The function is whole.
    pub fn finalize(self, config: TargetFrontendConfig) {
        self.0.finalize(config);
    }
}

impl<'a> Deref for Writer<'a> {
    type Target = FunctionBuilder<'a>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Writer<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// Functions that write one instruction each; they are called as Cranelift calls it.
macro_rules! instructions {
    ($($name:ident($($argument:ident: $of:ty),*) -> $given:ty;)*) => {
        #[allow(missing_docs, reason = "they are Cranelift's")]
        impl Writer<'_> {
            $(
                #[inline(never)]
                pub fn $name(&mut self, $($argument: $of),*) -> $given {
                    self.0.ins().$name($($argument),*)
                }
            )*
        }
    };
}

instructions! {
    iconst(size: Type, number: i64) -> Value;
    vconst(size: Type, numbers: Constant) -> Value;
    uextend(size: Type, a: Value) -> Value;
    ireduce(size: Type, a: Value) -> Value;
    isplit(a: Value) -> (Value, Value);
    iadd(a: Value, b: Value) -> Value;
    isub(a: Value, b: Value) -> Value;
    imul(a: Value, b: Value) -> Value;
    udiv(a: Value, b: Value) -> Value;
    urem(a: Value, b: Value) -> Value;
    ineg(a: Value) -> Value;
    smin(a: Value, b: Value) -> Value;
    smax(a: Value, b: Value) -> Value;
    iadd_imm_s(a: Value, b: i64) -> Value;
    iadd_imm_u(a: Value, b: i64) -> Value;
    imul_imm_s(a: Value, b: i64) -> Value;
    imul_imm_u(a: Value, b: i64) -> Value;
    band(a: Value, b: Value) -> Value;
    band_not(a: Value, b: Value) -> Value;
    bnot(a: Value) -> Value;
    bor(a: Value, b: Value) -> Value;
    bxor(a: Value, b: Value) -> Value;
    band_imm_u(a: Value, b: i64) -> Value;
    bor_imm_u(a: Value, b: i64) -> Value;
    bxor_imm_u(a: Value, b: i64) -> Value;
    ishl(a: Value, b: Value) -> Value;
    ishl_imm_u(a: Value, b: i64) -> Value;
    ushr(a: Value, b: Value) -> Value;
    ushr_imm_u(a: Value, b: i64) -> Value;
    sshr_imm_u(a: Value, b: i64) -> Value;
    rotl_imm_u(a: Value, b: i64) -> Value;
    popcnt(a: Value) -> Value;
    clz(a: Value) -> Value;
    ctz(a: Value) -> Value;
    icmp(how: IntCC, a: Value, b: Value) -> Value;
    icmp_imm_s(how: IntCC, a: Value, b: i64) -> Value;
    icmp_imm_u(how: IntCC, a: Value, b: i64) -> Value;
    select(is_so: Value, a: Value, b: Value) -> Value;
    load(size: Type, flags: MemFlagsData, at: Value, offset: i32) -> Value;
    store(flags: MemFlagsData, value: Value, at: Value, offset: i32) -> Inst;
    jump(to: Block, with: &[BlockArg]) -> Inst;
    brif(is_so: Value, to: Block, with: &[BlockArg], other: Block, with_other: &[BlockArg]) -> Inst;
    br_table(number: Value, table: JumpTable) -> Inst;
    call_indirect(signature: SigRef, function: Value, words: &[Value]) -> Inst;
    get_pinned_reg(size: Type) -> Value;
    set_pinned_reg(value: Value) -> Inst;
    return_(values: &[Value]) -> Inst;
}
