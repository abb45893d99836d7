import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { type Authority, createAuthority } from '../node/authority'

/** A certificate authority made for one run, and the environment in which a command trusts it. */
export interface Trust {
  readonly authority: Authority
  readonly variables: Readonly<Record<string, string>>
  /** Writes a certificate of this authority, and its key, to files that only this user can read. */
  files(names: readonly string[]): Promise<{ readonly tlsCert: string; readonly tlsKey: string }>
}

/** Where systems keep the authorities that they trust: Debian, Fedora, openSUSE, Alpine and macOS, FreeBSD. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
  '/usr/local/share/certs/ca-root-nss.crt',
]

/** The file of each of these replaces the authorities of the system; Node adds its file to those it has. */
const replacing = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE']
const adding = 'NODE_EXTRA_CA_CERTS'

/** Its folder is deleted when this process exits. The private key of the authority is never written to it. */
export const makeTrust = async (env: NodeJS.ProcessEnv): Promise<Trust> => {
  const authority = await createAuthority()
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-tls-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    return file
  }
  // Each variable names one file only: keep the authorities that it trusted before.
  const joined = (variable: string, others: string): string =>
    write(`${variable.toLowerCase()}.pem`, `${readable(env[variable]) ?? others}\n${authority.cert}`)
  const system = bundles.map(readable).find((text) => text !== null) ?? rootCertificates.join('\n')
  const variables = Object.fromEntries([
    ...replacing.map((name) => [name, joined(name, system)]),
    [adding, joined(adding, '')],
  ])
  return {
    authority,
    variables,
    files: async (names) => {
      const { cert, key } = await authority.issue(names)
      return { tlsCert: write('cert.pem', cert), tlsKey: write('key.pem', key) }
    },
  }
}

const readable = (file: string | undefined): string | null => {
  try {
    return file === undefined ? null : readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
