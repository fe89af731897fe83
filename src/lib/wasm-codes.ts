// What modules written by hand are made of. By the core specification's table of instructions.

export const i32 = 0x7f
export const f64 = 0x7c
export const v128 = 0x7b
/** Before each vector instruction. */
export const simd = 0xfd

export const get = (local: number): number[] => [0x20, local]
export const set = (local: number): number[] => [0x21, local]
export const tee = (local: number): number[] => [0x22, local]
/** From 0 to 8191. Its last byte of seven bits must leave the sign off. */
export const constant = (value: number): number[] => (value < 64 ? [0x41, value] : [0x41, (value & 127) | 128, value >> 7])
export const add = 0x6a
export const subtract = 0x6b
export const multiply = 0x6c
export const shiftLeft = 0x74
export const lessThan = 0x49
/** Without a result. */
export const loop: readonly number[] = [0x03, 0x40]
export const repeatIf: readonly number[] = [0x0d, 0]
export const end = 0x0b

// Of two float64 side by side.
export const splatFloat64: readonly number[] = [simd, 0x14] // f64x2.splat
export const toFloat64: readonly number[] = [simd, 0xfe, 0x01] // f64x2.convert_low_i32x4_s
export const widen: readonly number[] = [simd, 0x5f] // f64x2.promote_low_f32x4
export const multiplyFloat64: readonly number[] = [simd, 0xf2, 0x01] // f64x2.mul
export const addFloat64: readonly number[] = [simd, 0xf0, 0x01] // f64x2.add
