//! Writes single instructions of Cranelift.
//!
//! Each is a function of its own, the same for sets of any width. Put in wherever an instruction is written, as Cranelift does
//! it, they would be compiled again for each place and each width.

use std::ops::{Deref, DerefMut};

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    Block, BlockArg, Constant, Endianness, Immediate, Inst, InstBuilder as _, InstructionData, JumpTable, MemFlagsData,
    Opcode, SigRef, Type, Value, types,
};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::FunctionBuilder;

/// The first word of a pair is the one of lower places, on any processor.
const LITTLE: MemFlagsData = MemFlagsData::new().with_endianness(Endianness::Little);

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

    /// Two words at once, of these numbers.
    pub fn pair(&mut self, words: [i64; 2]) -> Value {
        let bytes = words.map(i64::to_le_bytes).concat();
        let numbers = self.0.func.dfg.constants.insert(bytes.into());
        self.vconst(types::I64X2, numbers)
    }

    /// The first words of two pairs, as a pair.
    pub fn firsts(&mut self, a: Value, b: Value) -> Value {
        self.bytes_of([a, b], [0, 16])
    }

    /// The second words of two pairs, as a pair.
    pub fn seconds(&mut self, a: Value, b: Value) -> Value {
        self.bytes_of([a, b], [8, 24])
    }

    /// Of two pairs, bytes by bytes, the eight from one on, and the eight from another one on.
    fn bytes_of(&mut self, pairs: [Value; 2], from: [u8; 2]) -> Value {
        let bytes = from.map(|first| std::array::from_fn::<u8, 8, _>(|byte| first + byte as u8)).concat();
        let which = self.0.func.dfg.immediates.push(bytes.as_slice().into());
        let [a, b] = pairs.map(|pair| self.bitcast(types::I8X16, LITTLE, pair));
        let both = self.shuffle(a, b, which);
        self.bitcast(types::I64X2, LITTLE, both)
    }

    /// A word of a pair.
    pub fn word_of(&mut self, pair: Value, word: u8) -> Value {
        if word > 0 {
            return self.extractlane(pair, word);
        }
        // As a number with a point it lies there already, and comes from there at once.
        let pair = self.bitcast(types::F64X2, LITTLE, pair);
        let first = self.extractlane(pair, 0);
        self.bitcast(types::I64, MemFlagsData::new(), first)
    }

    /// A pair whose first word is this one.
    pub fn first_of_pair(&mut self, word: Value) -> Value {
        self.scalar_to_vector(types::I64X2, word)
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
    bitcast(size: Type, flags: MemFlagsData, a: Value) -> Value;
    scalar_to_vector(size: Type, a: Value) -> Value;
    extractlane(a: Value, lane: u8) -> Value;
    shuffle(a: Value, b: Value, which: Immediate) -> Value;
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
