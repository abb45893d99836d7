import { encode, renderSVG } from 'uqr'
import { fromBase64 } from '../../kernel/base64'
import { failNotFound } from '../../kernel/errors'
import { send } from '../../service/http/answer'
import type { Exchange } from '../../service/http/exchange'
import { renderCsv } from '../../service/resources/export/csv'
import { scopes } from '../../service/resources/registry'
import { imageTypeOf } from '../../service/resources/source/model'
import type { World } from '../../service/world'

/** The files behind each `download_uri`. They need no key: the token in the address is the secret. */

/** The image behind `scannable_code.image.download_uri`. */
export const downloadCode = async (exchange: Exchange): Promise<Response> => {
  const { id, document, token } = inPath(exchange)
  const world = worldOf(exchange, id)
  const source = world?.sources.get(world.charges.get(id)?.source ?? '')
  const reference = source?.reference
  if (source === undefined || reference?.documentId !== document || reference.downloadToken !== token)
    throw failNotFound('document', document)
  if (imageTypeOf(source) === 'svg') {
    exchange.headers['content-type'] = 'image/svg+xml'
    return send(exchange, 200, renderSVG(reference.rawData, { border: 2 }))
  }
  nameFile(exchange, 'image/png', 'inline; filename="qrcode.png"')
  return send(exchange, 200, await renderPng(reference.rawData))
}

/** The file of a document. */
export const downloadDocument = (exchange: Exchange): Response => {
  const { id, document: name, token } = inPath(exchange)
  const world = worldOf(exchange, name)
  const document = world?.documents.get(name)
  const file = world?.files.get(document?.file ?? '')
  const isMeant = document?.dispute === id && document.downloadToken === token && !document.deleted
  if (!isMeant || file === undefined) throw failNotFound('document', name)
  nameFile(exchange, document.contentType, `inline; filename*=UTF-8''${encoded(document.filename)}`)
  return send(exchange, 200, fromBase64(file.base64))
}

/** The file of an export. */
export const downloadExport = (exchange: Exchange): Response => {
  const { id, token } = inPath(exchange)
  const world = worldOf(exchange, id)
  const row = world?.exports.get(id)
  const scope = scopes().find(({ name }) => name === row?.scope)
  if (world === undefined || row?.downloadToken !== token || scope === undefined)
    throw failNotFound('export', id)
  const name = `${row.scope}-${row.filterType}.csv`
  nameFile(exchange, 'text/csv; charset=utf-8', `attachment; filename="${name}"`)
  return send(exchange, 200, renderCsv(world, scope, row))
}

const inPath = ({ req }: Exchange) => ({
  id: req.param('id') ?? '',
  document: req.param('document') ?? '',
  token: req.param('token') ?? '',
})

const worldOf = ({ backend }: Exchange, id: string): World | undefined => backend.accounts.worldOfRecord(id)

const nameFile = (exchange: Exchange, type: string, disposition: string): void => {
  exchange.headers['content-type'] = type
  // A browser must not guess another type and render the bytes as a page.
  exchange.headers['x-content-type-options'] = 'nosniff'
  exchange.headers['content-disposition'] = disposition
}

/** Encodes a file name as in RFC 5987. */
const encoded = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)

/** A QR code as a PNG in black and white: one bit for each pixel, so that a byte is one row of a module of 8 pixels. */
const renderPng = async (text: string): Promise<Uint8Array<ArrayBuffer>> => {
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
