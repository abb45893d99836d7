import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaults } from '../config'
import { certificateFor } from '../node/certificate'

/** Makes a certificate, and the environment in which a Node command trusts it. */
export interface Trusted {
  readonly certificate: { readonly tlsCert: string; readonly tlsKey: string }
  readonly variables: { readonly NODE_EXTRA_CA_CERTS: string }
}

/** Its files are deleted when this process exits. */
export const trust = async ({
  host = defaults.host,
}: {
  readonly host?: string | undefined
}): Promise<Trusted> => {
  const { cert, key } = await certificateFor(host, {})
  const folder = mkdtempSync(join(tmpdir(), 'payment-sandbox-tls-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text, { mode: 0o600 })
    return file
  }
  const { NODE_EXTRA_CA_CERTS: before } = process.env
  // The variable names one file only: keep the certificates that it trusted before.
  const others = before && existsSync(before) ? `${readFileSync(before, 'utf8')}\n` : ''
  return {
    certificate: { tlsCert: write('cert.pem', cert), tlsKey: write('key.pem', key) },
    variables: { NODE_EXTRA_CA_CERTS: write('authorities.pem', `${others}${cert}`) },
  }
}
