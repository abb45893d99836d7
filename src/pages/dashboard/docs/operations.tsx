import { entriesIn, type TopicName, type TopicSection } from '../../docs/content'
import { bodyName, type Field, formNamesOf, type Operation } from '../../docs/operations'
import { Facts } from '../../facts'
import type { View } from '../frame/view'
import { Code, Section, Value } from '../parts/layout'
import { Status } from '../parts/values'
import { curlOf } from './curl'
import { placeOfTopic } from './entries'
import { formIn, hereOf, operationIn } from './source'
import { Words } from './text'

const placeOfOperation = (topic: TopicName, id: string): string =>
  `/docs/${topic === 'control' ? 'control' : 'operations'}/${id}`

/** The operations as links to their details, and the objects of their answers. */
export const operationSections = (view: View, topic: TopicName, sections: readonly TopicSection[]) => (
  <>
    {sections.map((section) => (
      <section class="docs-section wide" id={section.id}>
        <h2>{section.title}</h2>
        <ul class="docs-operations">
          {entriesIn(section).map((entry) => {
            const place = placeOfOperation(topic, entry.id)
            const [call, server = ''] = entry.facts?.find(([name]) => name === 'Call') ?? []
            return (
              <li class="docs-entry" id={entry.id} aria-current={view.path === place ? 'true' : undefined}>
                <a href={view.at(place, Object.fromEntries(view.query))}>
                  <span class="verb">{entry.label}</span> <code>{entry.name}</code>
                </a>{' '}
                <span class="soft">
                  <Words of={entry.text ?? ''} view={view} />
                </span>{' '}
                {call !== undefined && server.startsWith('vault') ? <span class="state">vault</span> : null}
              </li>
            )
          })}
        </ul>
      </section>
    ))}
    {topic === 'api' && sections.length > 0 ? objects(view) : null}
  </>
)

const objects = (view: View) => (
  <section class="docs-section" id="objects">
    <h2>Objects</h2>
    <p class="toc">
      {formNamesOf(view.docs.service()).map((name) => (
        <>
          <a class="docs-entry" href={view.at(`/docs/objects/${name}`)}>
            {name}
          </a>{' '}
        </>
      ))}
    </p>
  </section>
)

/** @param isAnswer whether they are of an answer, where most are always there */
const fieldList = (view: View, title: string, fields: readonly Field[], isAnswer = false) =>
  fields.length === 0 ? null : (
    <Section name={title}>
      <dl class="fields">
        {fields.map(({ name, type, required, text }) => (
          <>
            <dt>
              <code>{name}</code> <span class="soft">{type}</span>{' '}
              {isAnswer && !required ? <span class="soft">not always there</span> : null}
              {!isAnswer && required ? <span class="bad">required</span> : null}
            </dt>
            <dd>
              <Words of={text} view={view} />
            </dd>
          </>
        ))}
      </dl>
    </Section>
  )

const callOf = ({ sandbox: { url, vaultUrl } }: View, { server, key }: Operation) => (
  <Facts
    of={[
      [
        'Server',
        <>
          {server === vaultUrl ? 'Vault' : 'API'}{' '}
          <Value text={server === vaultUrl ? vaultUrl : url} what="the address of the server" />
        </>,
      ],
      ['Key', key === null ? null : `the ${key} key`],
    ]}
  />
)

const answerOf = (view: View, { name, fields, example }: Operation['returns']) => {
  if (name === null && example === null) return fieldList(view, 'Answer', fields, true)
  return (
    <Section name="Answer">
      {name === null ? <pre>{example}</pre> : <a href={view.at(`/docs/objects/${name}`)}>{name}</a>}
    </Section>
  )
}

const errorsOf = (view: View, { errors }: Operation) =>
  errors.every(({ codes }) => codes.length === 0) ? null : (
    <Section name="Errors">
      <ul class="plain">
        {errors.map(({ status, codes }) => (
          <li>
            <Status code={Number(status)} />{' '}
            {codes.map((code) => (
              <>
                <a href={view.at(`/docs/errors/${code}`)}>
                  <code>{code}</code>
                </a>{' '}
              </>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  )

const back = (view: View, topic: TopicName) => (
  <a class="back" href={view.at(placeOfTopic(topic), Object.fromEntries(view.query))}>
    All operations
  </a>
)

/** @throws SandboxError `not_found` */
export const operationDetail = (view: View, topic: 'api' | 'control', id: string) => {
  const operation = operationIn(view, topic, id)
  const { method, path, summary, description, parameters, bodies } = operation
  return (
    <article>
      {back(view, topic)}
      <h2>
        <span class="verb">{method}</span> <code>{path}</code>
      </h2>
      <p>
        <Words of={summary} view={view} />
      </p>
      {topic === 'api' ? callOf(view, operation) : null}
      {curlOf(operation, hereOf(view, topic)).map(({ text, line }) => (
        <>
          {text === '' ? null : <h3>{text}</h3>}
          <Code text={line} what={text === '' ? 'the command' : `the command: ${text}`} />
        </>
      ))}
      {bodies.map((form) => fieldList(view, bodyName(form), form.fields))}
      {fieldList(view, 'Parameters', parameters)}
      {answerOf(view, operation.returns)}
      {errorsOf(view, operation)}
      <p class="soft">
        <Words of={description} view={view} />
      </p>
    </article>
  )
}

/** The fields of an object. @throws SandboxError `not_found` */
export const objectDetail = (view: View, name: string) => (
  <article>
    {back(view, 'api')}
    <h2>{name}</h2>
    {fieldList(view, 'Fields', formIn(view, name), true)}
  </article>
)
