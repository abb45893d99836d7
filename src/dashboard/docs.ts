import { html } from 'hono/html'
import { type Field, formsOf, type Operation, operationsOf } from '../docs/operations'
import { curlOf, type Here } from './curl'
import { answerPage, type Html, type PageParts } from './page'

/** An OpenAPI document as a page, with example commands for this sandbox. */
export interface DocsPage {
  readonly title: string
  readonly text: string
  readonly here: PageParts['here']
  readonly document: object
  readonly sandbox: Here
}

/** Topics of the control plane are parts of paths, those of the service are names. */
const anchorOf = (topic: string): string => `topic-${topic.toLowerCase().replace(/[^a-z]+/g, '-')}`

const table = (title: string, fields: readonly Field[]): Html | string =>
  fields.length === 0
    ? ''
    : html`<h3>${title}</h3><div class="scroll"><table>${fields.map(
        ({ name, type, required, text }) =>
          html`<tr><td><code>${name}</code>${required ? html` <span class="bad">required</span>` : ''}</td><td>${type}</td><td class="soft">${text}</td></tr>`,
      )}</table></div>`

const errors = ({ errors: all }: Operation): Html | string =>
  all.length === 0
    ? ''
    : html`<h3>Refusals</h3><div class="scroll"><table>${all.map(
        ({ status, text, codes }) =>
          html`<tr><td class="number">${status}</td><td>${text}</td><td>${codes.map((code) => html`<code>${code}</code> `)}</td></tr>`,
      )}</table></div>`

const returned = ({ returns: { name, fields, example } }: Operation): Html | string => {
  if (name !== null) return html`<h3>Answer</h3><p><a href="#form-${name}">${name}</a></p>`
  if (example !== null) return html`<h3>Answer</h3><pre>${example}</pre>`
  return table('Answer', fields)
}

const keys = { secret: 'secret key', public: 'public key' } as const

const operation = (one: Operation, sandbox: Here): Html =>
  html`<details id="${one.id}"><summary><b>${one.method}</b> <code>${one.path}</code> <span class="soft">${one.summary}</span></summary>
<p class="soft">${[one.description, one.key === null ? '' : `With the ${keys[one.key]}.`].filter(Boolean).join(' ')}</p>
${curlOf(one, sandbox).map(({ text, line }) => html`${text === '' ? '' : html`<h3>${text}</h3>`}<pre>${line}</pre>`)}
<div class="halves"><div>${table('Parameters', one.parameters)}${table('Body', one.body)}</div><div>${returned(one)}${errors(one)}</div></div>
</details>`

export const docsPage = ({ title, text, here, document, sandbox }: DocsPage): Response => {
  const operations = operationsOf(document)
  const topics = [...new Set(operations.map(({ topic }) => topic))].sort()
  const forms = formsOf(document)
  const content = html`<h1>${title}</h1><p class="soft">${text}</p>
<nav class="toc">${topics.map((topic) => html`<a href="#${anchorOf(topic)}">${topic}</a>`)}${forms.length === 0 ? '' : html`<a href="#forms">Objects</a>`}</nav>
${topics.map(
  (topic) =>
    html`<section id="${anchorOf(topic)}"><h2>${topic}</h2>${operations
      .filter((one) => one.topic === topic)
      .map((one) => operation(one, sandbox))}</section>`,
)}
${
  forms.length === 0
    ? ''
    : html`<section id="forms"><h2>Objects</h2>${forms.map(
        ({ name, fields }) =>
          html`<details id="form-${name}"><summary><code>${name}</code></summary>${table('Fields', fields)}</details>`,
      )}</section>`
}`
  return answerPage({ title, here, content })
}
