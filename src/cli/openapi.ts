import * as z from 'zod/mini'
import { yamlText } from '../fixtures/write'
import { defaults, sandboxOptions } from '../options/config'
import { openApiDocument } from '../service/openapi/document'
import { type Given, readOptions, wrong } from './given'
import { saveFile } from './saving'

/** Prints the document, or writes it to a file. Its default addresses are those of `serve`. */
export const openapi = async (given: Given): Promise<void> => {
  const { baseUrl, vaultUrl, headerPrefix } = sandboxOptions().shape
  const options = readOptions(z.strictObject({ baseUrl, vaultUrl, headerPrefix }), given)
  const { json = false, yaml: asYaml = false, out } = given.flags
  if (json === true && asYaml === true)
    throw wrong('--json and --yaml cannot be used together; for example: --yaml')
  const document = openApiDocument({
    baseUrl: options.baseUrl ?? `http://${defaults.host}:${defaults.port}`,
    vaultUrl: options.vaultUrl ?? `http://${defaults.host}:${defaults.port + 1}`,
    headerPrefix: options.headerPrefix ?? defaults.headerPrefix,
  })
  const inYaml = asYaml === true || (json !== true && /\.ya?ml$/i.test(String(out)))
  const text = inYaml ? yamlText(document) : `${JSON.stringify(document, null, 2)}\n`
  if (typeof out === 'string') await saveFile(out, [text])
  else process.stdout.write(text)
}
