import { controlDocument } from '../../control/document'
import type { ControlRoute } from '../../control/route'
import { SandboxError } from '../../kernel/sandbox-error'
import { openApiDocument } from '../../service/openapi/document'
import { topicFrom } from '../dashboard/docs/source'
import { isTopic, topicNames, topicTexts } from '../docs/content'
import { markdownOf } from '../docs/markdown'
import { operationDocument, operationNames } from '../docs/one-operation'
import type { DocsSource } from '../docs/topics'

interface ListedResource {
  readonly uri: string
  readonly name: string
  readonly description?: string
  readonly mimeType: string
}

const anywhere = { baseUrl: '', vaultUrl: '', headerPrefix: 'Service' }

/** A topic of the documentation, or an operation of either plane, each. */
export const resourceList = (routes: readonly ControlRoute[]): ListedResource[] => [
  ...topicNames.map((name) => ({
    ...{ uri: `docs://${name}`, name: topicTexts[name].title, description: topicTexts[name].about },
    mimeType: 'text/markdown',
  })),
  ...operationNames({
    service: (detail) => openApiDocument(anywhere, detail),
    control: (detail) => controlDocument('', '', routes, detail),
  }).map((name) => ({
    uri: `openapi://${name.replace(' ', '').replace(/\{(\w+)\}/g, ':$1')}`,
    ...{ name, mimeType: 'application/json' },
  })),
]

/** @throws SandboxError `not_found` with what there is */
export const resourceText = (uri: string, source: DocsSource) => {
  const [, kind, rest = ''] = /^(docs|openapi):\/\/(.+)$/i.exec(uri) ?? []
  if (kind === 'docs' && isTopic(rest))
    return { uri, mimeType: 'text/markdown', text: markdownOf(topicFrom(source, rest), false) }
  if (kind === 'openapi') {
    const [, method = '', path = ''] = /^(\w+)(\/.*)$/.exec(rest) ?? []
    const text = JSON.stringify(operationDocument(source, `${method} ${decodeURI(path)}`))
    return { uri, mimeType: 'application/json', text }
  }
  throw new SandboxError(
    'not_found',
    `there is no resource ${uri.slice(0, 100)}: there are docs://<topic> for ${topicNames.join(', ')}, and openapi://<METHOD>/<path> such as openapi://POST/charges`,
  )
}
