import { allNames, type DocsSource, topicNames } from './content'
import { topicText } from './markdown'
import { topicTexts } from './topics'

/** The documentation for language models, by the convention of llmstxt.org. */

/** What it is and how to call it, for a reader that knows nothing yet. */
const opening = ({ target: { url, vaultUrl, keys, asksForToken } }: DocsSource): string =>
  `# payment-sandbox

> A payment service in memory for tests: charges, refunds, disputes, transfers and signed webhooks. An emulator, or digital
> twin: it follows the rules of the real one (Omise, Opn Payments), where a mock server has canned answers.

- API: ${url}, HTTP Basic with the secret key \`${keys.secret}\` as the user name and no password
- Vault, which makes a token of a card: POST ${vaultUrl}/tokens with the public key \`${keys.public}\`
- Amounts are whole numbers of subunits: 10000 in thb is THB 100.00. Bodies are forms or JSON
- Control plane: ${url}/_sandbox, ${asksForToken ? 'with `Authorization: Bearer $PAYMENT_SANDBOX_CONTROL_TOKEN`' : 'without a key'}
- Tools for agents (Model Context Protocol): ${url}/_sandbox/mcp, or the command \`npx payment-sandbox mcp\`
- The \`location\` of an error is the address of its entry; \`Accept: text/markdown\` gives it as text
`

/** The index, with an address for each topic. */
export const llmsText = (source: DocsSource): string => {
  const at = `${source.target.url}/_sandbox`
  // The examples lead to their projects.
  const topics = [...topicNames, 'examples' as const, 'fixtures' as const].map(
    (name) => `- [${topicTexts[name].title}](${at}/docs/${name}.md): ${topicTexts[name].about}`,
  )
  return `${opening(source)}
## Documentation

${topics.join('\n')}

## Optional

- [All of it as one text](${at}/llms-full.txt)
- [OpenAPI 3.1 of the service](${at}/openapi.json): over 1 MB; one operation is at ${at}/docs/operations/createCharge.md
- [OpenAPI 3.1 of the control plane](${at}/openapi.json?of=control)
`
}

/** All topics, one after the other. */
export const llmsFullText = (source: DocsSource): string =>
  [opening(source), ...allNames.map((name) => topicText(name, source))].join('\n')
