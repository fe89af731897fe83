const encoder = new TextEncoder()

/**
 * Writes a text as UTF-8 from a place on, where there must be room for three bytes a UTF-16 unit, and says where it ends. Most texts here are a short word of ASCII:
 * a loop writes them sooner than the encoder begins.
 */
export function writeUtf8(text: string, into: Uint8Array, start: number): number {
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place)
    if (unit > 0x7f) return start + encoder.encodeInto(text, into.subarray(start)).written
    into[start + place] = unit
  }
  return start + text.length
}
