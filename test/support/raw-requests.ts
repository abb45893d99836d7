/** Valid requests as the bytes of HTTP/1.1, and mutations of them. Each character of a text is one byte. */
import fc from 'fast-check'

/** What a socket sends, and how it ends. */
export interface RawCase {
  readonly host: 'api' | 'vault'
  readonly text: string
  /** Where the text is split: each piece is a write of its own. */
  readonly cuts: readonly number[]
  /** `left open` until the test ends it: only for a request whose end is missing. */
  readonly ending: 'half-closed' | 'destroyed' | 'reset' | 'left open'
}

export interface RawTarget {
  readonly port: number
  readonly authorization: string
  readonly customer: string
  readonly charge: string
}

const json = 'Content-Type: application/json'
const form = 'Content-Type: application/x-www-form-urlencoded'

const chunked = (pieces: readonly string[], after = ''): string =>
  `${[...pieces, ''].map((piece) => `${piece.length.toString(16)}\r\n${piece}${piece === '' ? '' : '\r\n'}`).join('')}${after}\r\n`

const withLength = (body: string): string => `Content-Length: ${body.length}\r\n\r\n${body}`

const multipart = (boundary: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="description"\r\n\r\na: b\r\n--${boundary}--\r\n`

const order = (customer: string): string => `amount=10000&currency=thb&customer=${customer}`

/** Every way to frame a request that a server has to know: with and without a body, by length and in chunks. */
const valid = ({ port, authorization, customer, charge }: RawTarget): readonly string[] => {
  const host = `Host: 127.0.0.1:${port}\r\n`
  const head = `${host}Authorization: ${authorization}\r\n`
  const inChunks = 'Transfer-Encoding: chunked\r\n'
  return [
    `GET /account HTTP/1.1\r\n${head}\r\n`,
    `GET /charges?limit=1&order=chronological HTTP/1.1\r\n${head}User-Agent: curl/8.0\r\nAccept: */*\r\n\r\n`,
    `GET /charges/${charge} HTTP/1.1\r\n${head}${json}\r\n${withLength('{"expand":true}')}`,
    `GET http://127.0.0.1:${port}/customers/${customer} HTTP/1.1\r\n${head}\r\n`,
    `GET /%63ustomers HTTP/1.0\r\n${head}Connection: keep-alive\r\n\r\n`,
    `HEAD /charges HTTP/1.1\r\n${head}\r\n`,
    `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
    `OPTIONS /tokens HTTP/1.1\r\n${host}Origin: https://shop.example\r\nAccess-Control-Request-Method: POST\r\n\r\n`,
    `POST /customers HTTP/1.1\r\n${head}${json}\r\n${withLength('{"email":"a@example.com","metadata":{"a":["b"]}}')}`,
    `POST /customers HTTP/1.1\r\n${head}${form}\r\nIdempotency-Key: once\r\n${withLength('email=a%40example.com&metadata[a]=b')}`,
    `POST /customers HTTP/1.1\r\n${head}${json}\r\n${inChunks}\r\n${chunked(['{"email":', '"a@example.com"}'])}`,
    `POST /customers HTTP/1.1\r\n${head}${form}\r\n${inChunks}Trailer: Expires\r\n\r\n${chunked(['email=a%40', 'example.com'], 'Expires: never\r\n')}`,
    `POST /customers HTTP/1.1\r\n${head}Content-Type: multipart/form-data; boundary=x\r\n${withLength(multipart('x'))}`,
    `POST /charges HTTP/1.1\r\n${head}${form}\r\nExpect: 100-continue\r\n${withLength(order(customer))}`,
    `POST /charges HTTP/1.1\r\n${head}${form}\r\nService-Version: 2017-11-02\r\n${withLength(order(customer))}`,
    `PATCH /customers/${customer} HTTP/1.1\r\n${head}${json}\r\n${withLength('{"description":"\xc3\xbc"}')}`,
    `DELETE /customers/${customer} HTTP/1.1\r\n${head}\r\n`,
    `CONNECT 127.0.0.1:443 HTTP/1.1\r\n${host}\r\n`,
    `GET /account HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    `GET /_sandbox/accounts HTTP/1.1\r\n${host}\r\n`,
    `GET /_sandbox/state HTTP/1.1\r\n${host}\r\n`,
    `POST /_sandbox/snapshots HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`,
    `POST /_sandbox/trigger/customer.create HTTP/1.1\r\n${host}${inChunks}\r\n${chunked(['{"email":"a', '@example.com"}'])}`,
  ]
}

const oddLengths = ['-1', '+5', '0x5', '5, 5', '5,6', '1e1', '', ' ', '5 5', '0', '1', '99999999999999999999']
const oddSizes = ['-1', '0x5', 'g', '', '5;ext="a"', '00000005', 'ffffffffffffffffff', '5 ', ' 5', '7fffffff']
const oddHeaders = [
  'Content-Length: 3',
  'Content-Length: 3\r\nContent-Length: 3',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding : chunked',
  'Content-Encoding: gzip',
  'Host: 127.0.0.1',
  'Host: evil.example',
  'Host:',
  ': no name',
  'No colon',
  'Folded: one\r\n two',
  'Content-Type: application/json\r\n\t; charset=utf-8',
  'Authorization:\r\n Basic =',
  'NUL: a\0b',
  'N\0UL: a',
  'Bare: a\rb',
  'Expect: 100-continue',
  'Expect: nothing',
  'Connection: close',
  'Connection: upgrade\r\nUpgrade: h2c',
  'Origin: null',
  'Range: bytes=0-0',
  `Long: ${'x'.repeat(20_000)}`,
  'x: y\r\n'.repeat(2_500).trimEnd(),
]
const oddTargets = ['/a b', ...' * // /\0 /% /%00 /.. http:// http://x/ /?%zz /\xff /#a'.split(' ')]
const oddMethods = ['GET GET', ...' get PUT TRACE PRI M-SEARCH G\0T POST SOURCE \x16\x03\x01'.split(' ')]
const oddVersions = ' HTTP/1.0 HTTP/0.9 HTTP/2.0 HTTP/9.9 HTTP/1.1.1 http/1.1 HTTP/ HTTPS/1.1'.split(' ')
const oddBytes = [...'\0\r\n \t:;,%"\x7f\x80\xff0', '\r\n', '\r\n\r\n']

/** The place in the text that a number from 0 to 1 names. */
const placeIn = (text: string, at: number): number => Math.floor(at * (text.length + 1))

type Mutation = (text: string) => string

/** Replaces what the pattern finds by one of the others. */
const replace = (pattern: RegExp, others: readonly string[]): fc.Arbitrary<Mutation> =>
  fc.constantFrom(...others).map((other) => (text) => text.replace(pattern, () => other))

const place = fc.double({ min: 0, max: 1, noNaN: true })
const length = fc.oneof(fc.nat({ max: 8 }), fc.nat({ max: 8 }), fc.nat({ max: 400 }))
const anyByte = fc.nat({ max: 255 }).map((byte) => String.fromCharCode(byte))

/** Knows nothing of HTTP: bytes are left out and others come in, of which some stand elsewhere in the request. */
const ofBytes: fc.Arbitrary<Mutation> = fc
  .record({
    at: place,
    out: length,
    bytes: fc.oneof(fc.constantFrom('', ...oddBytes), anyByte),
    copied: length,
  })
  .map(({ at, out, bytes, copied }) => (text) => {
    const from = placeIn(text, at)
    return text.slice(0, from) + bytes + text.slice(text.length - copied) + text.slice(from + out)
  })

/** Mutations of the parts that frame a request. */
const ofFrame: fc.Arbitrary<Mutation> = fc.oneof(
  replace(/(?<=Content-Length: )\d+/, oddLengths),
  replace(/(?<=\r\n\r\n)[\da-f]+(?=\r\n)/, oddSizes),
  replace(/0\r\n\r\n$/, ['', '0', '0\r\n\r\n0\r\n\r\n', '0\r\nContent-Length: 5\r\n\r\n', '-0\r\n\r\n']),
  replace(/^[A-Z]+/, oddMethods),
  replace(/(?<=^[A-Z]+ )\S+/, oddTargets),
  replace(/HTTP\/1\.\d/, oddVersions),
  replace(/(?<=Host: )[^\r]+/, ['', 'localhost', '[::1]', '[::', 'a:b:c', '127.0.0.1:0', '127.0.0.1\0', '*']),
  fc.constantFrom(...oddHeaders).map((header) => (text: string) => text.replace('\r\n', `\r\n${header}\r\n`)),
  fc.constant((text: string) => text.replaceAll('\r\n', '\n')),
  fc.constant((text: string) => `\r\n\r\n${text}`),
  place.map((at) => (text: string) => text.slice(0, placeIn(text, at))),
)

const mutated = (requests: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...requests),
      fc.array(fc.oneof({ weight: 3, arbitrary: ofFrame }, { weight: 2, arbitrary: ofBytes }), {
        maxLength: 3,
      }),
    )
    .map(([request, mutations]) => mutations.reduce((text, mutate) => mutate(text), request))

const cutsOf = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  fc.array(place, { minLength: 1, maxLength: 3 }),
)

const withCuts = (text: string, cuts: readonly number[]): Pick<RawCase, 'text' | 'cuts'> => ({
  text,
  cuts: cuts.map((at) => placeIn(text, at)).sort((a, b) => a - b),
})

/** One socket: up to three requests behind each other, mutated or not, in pieces or in one, and its end. */
export const rawCases = (target: RawTarget): fc.Arbitrary<RawCase> => {
  const requests = valid(target)
  const whole = fc
    .tuple(
      fc.array(mutated(requests), { minLength: 1, maxLength: 3 }),
      cutsOf,
      fc.constantFrom('half-closed', 'half-closed', 'half-closed', 'destroyed', 'reset'),
    )
    .map(([texts, cuts, ending]) => ({ ...withCuts(texts.join(''), cuts), ending }))
  const unfinished = fc
    .tuple(fc.constantFrom(...requests), fc.integer({ min: 1, max: 12 }), cutsOf)
    .map(([text, missing, cuts]) => ({
      ...withCuts(text.slice(0, -missing), cuts),
      ending: 'left open' as const,
    }))
  return fc
    .tuple(
      fc.constantFrom('api', 'api', 'api', 'api', 'vault'),
      fc.oneof({ weight: 9, arbitrary: whole }, unfinished),
    )
    .map(([host, sent]) => ({ host, ...sent }))
}

/** Valid requests behind each other on one connection, which the last one closes. */
export const pipelines = (
  target: RawTarget,
): fc.Arbitrary<{ readonly texts: readonly string[]; readonly cuts: readonly number[] }> => {
  // What takes the connection over, or ends it, has no answer after it.
  const requests = valid(target).filter((text) => !/^(CONNECT|DELETE)|Upgrade:|HTTP\/1\.0/.test(text))
  const closing = requests.map((text) => text.replace('\r\n', '\r\nConnection: close\r\n'))
  return fc
    .tuple(fc.array(fc.constantFrom(...requests), { maxLength: 5 }), fc.constantFrom(...closing), cutsOf)
    .map(([first, last, cuts]) => ({
      texts: [...first, last],
      cuts: withCuts([...first, last].join(''), cuts).cuts,
    }))
}
