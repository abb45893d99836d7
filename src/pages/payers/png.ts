import { encode } from 'uqr'

/** A QR code as a PNG in black and white: one bit for each pixel, so that a byte is one row of a module of 8 pixels. */
export const renderPng = async (text: string): Promise<Uint8Array<ArrayBuffer>> => {
  const modules = encode(text, { border: 4 }).data
  const width = uint32(modules.length * 8)
  // Each row of pixels begins with its filter, which is none.
  const pixels = modules.flatMap((row) => {
    const line = [0, ...row.map((isDark) => (isDark ? 0 : 255))]
    return Array.from({ length: 8 }, () => line).flat()
  })
  return Uint8Array.from([
    ...[137, ...bytesOf('PNG\r\n'), 26, 10],
    // One bit of grey, deflated, no interlacing.
    ...chunk('IHDR', [...width, ...width, 1, 0, 0, 0, 0]),
    ...chunk('IDAT', await deflate(pixels)),
    ...chunk('IEND', []),
  ])
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const uint32 = (value: number): readonly number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255)

const chunk = (type: string, data: Iterable<number>): readonly number[] => {
  const body = [...bytesOf(type), ...data]
  return [...uint32(body.length - 4), ...body, ...uint32(crc32(body))]
}

/** Web streams, which workers have, too. */
const deflate = async (bytes: readonly number[]): Promise<Uint8Array> => {
  const packed = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}

const crc32 = (bytes: readonly number[]): number => {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ ((crc & 1) === 0 ? 0 : 0xedb88320)
  }
  return ~crc
}
