import * as z from 'zod/mini'
import { version } from '../../package.json'
import { controlDocument } from '../control/document'
import { yamlText } from '../fixtures/write'
import { SandboxError } from '../kernel/sandbox-error'
import { defaults, sandboxOptions } from '../options/config'
import { profileOf } from '../options/profiles'
import { operationDocument } from '../pages/docs/one-operation'
import { controlRoutes } from '../pages/routes'
import { openApiDocument } from '../service/openapi/document'
import { type Given, optionText, readOptions, wrong } from './command-line'
import { saveFile } from './saving'

/** Prints the document, or the part of it for one operation, or writes it to a file. Its default addresses are those of `serve`. */
export const openapi = async (given: Given): Promise<void> => {
  const { baseUrl, vaultUrl, profile: chosen, headerPrefix } = sandboxOptions().shape
  const options = readOptions(z.strictObject({ baseUrl, vaultUrl, profile: chosen, headerPrefix }), given)
  const { profile: profileName = 'spec' } = options
  const profile = profileOf(profileName)
  const { json = false, yaml: asYaml = false, out } = given.flags
  if (json === true && asYaml === true)
    throw wrong('--json and --yaml cannot be used together; for example: --yaml')
  const url = options.baseUrl ?? `http://${defaults.host}:${defaults.port}`
  const service = () =>
    openApiDocument({
      baseUrl: url,
      vaultUrl: options.vaultUrl ?? `http://${defaults.host}:${defaults.port + 1}`,
      headerPrefix: options.headerPrefix ?? profile.headerPrefix,
      profile,
      profileName,
    })
  const name = optionText(given, 'operation')
  const control = () => controlDocument(url, version, controlRoutes())
  const document = name === undefined ? service() : oneOperation({ service, control }, name)
  const inYaml = asYaml === true || (json !== true && /\.ya?ml$/i.test(String(out)))
  const text = inYaml ? yamlText(document) : `${JSON.stringify(document, null, 2)}\n`
  if (typeof out === 'string') await saveFile(out, text)
  else process.stdout.write(text)
}

const oneOperation = (...asked: Parameters<typeof operationDocument>): object => {
  try {
    return operationDocument(...asked)
  } catch (error) {
    throw error instanceof SandboxError ? wrong(`--operation: ${error.message}`) : error
  }
}
