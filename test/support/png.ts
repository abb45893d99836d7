/** Reads a PNG of one bit of grey for each pixel, and holds it against the rules of the format (RFC 2083). */
import { crc32, inflateSync } from 'node:zlib'
import { expect } from 'vitest'

interface Picture {
  readonly width: number
  /** Of each pixel, from the top left, whether it is black. */
  readonly rows: readonly (readonly boolean[])[]
}

export const readPng = (file: Buffer): Picture => {
  expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const end = at + 8 + file.readUInt32BE(at)
    expect(file.readUInt32BE(end)).toBe(crc32(file.subarray(at + 4, end)))
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, end))
  }
  expect([...chunks.keys()]).toEqual(['IHDR', 'IDAT', 'IEND'])
  const { IHDR: head = Buffer.of(), IDAT: packed = Buffer.of() } = Object.fromEntries(chunks)
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  // One bit of grey, deflated, filters by row, not interlaced.
  expect([...head.subarray(8)]).toEqual([1, 0, 0, 0, 0])
  const pixels = inflateSync(packed)
  const length = 1 + Math.ceil(width / 8)
  expect(pixels).toHaveLength(height * length)
  const rows = Array.from({ length: height }, (_, y) => {
    const row = pixels.subarray(y * length, (y + 1) * length)
    expect(row[0]).toBe(0)
    return Array.from({ length: width }, (__, x) => ((row[1 + (x >> 3)] ?? 0) & (128 >> (x & 7))) === 0)
  })
  return { width, rows }
}
