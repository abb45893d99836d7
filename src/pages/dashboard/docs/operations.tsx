import { SandboxError } from '../../../kernel/sandbox-error'
import type { TopicName, TopicSection } from '../../docs/content'
import { bodyName, type Field, type Operation } from '../../docs/operations'
import type { View } from '../frame/view'
import { Code, Value } from '../parts/copy'
import { Facts, Section } from '../parts/detail'
import { Status } from '../parts/values'
import { curlOf } from './curl'
import { placeOfTopic, Text } from './entries'
import { formIn, formNamesIn, hereOf, operationIn } from './source'

const placeOfOperation = (topic: TopicName, id: string): string =>
  `/docs/${topic === 'control' ? 'control' : 'operations'}/${id}`

interface SectionsProps {
  readonly view: View
  readonly topic: TopicName
  readonly sections: readonly TopicSection[]
}

/** The operations as links to their details, and the objects of their answers. */
export const OperationSections = ({ view, topic, sections }: SectionsProps) => (
  <>
    {sections.map(({ id, title, entries }) => (
      <section class="docs-section beside" id={id}>
        <h2>{title}</h2>
        <ul class="docs-operations">
          {entries.map((entry) => {
            const place = placeOfOperation(topic, entry.id)
            const [call, server = ''] = entry.facts?.find(([name]) => name === 'Call') ?? []
            return (
              <li class="docs-entry" id={entry.id} aria-current={view.path === place ? 'true' : undefined}>
                <a href={view.at(place, Object.fromEntries(view.query))}>
                  <span class="verb">{entry.label}</span> <code>{entry.name}</code>
                </a>{' '}
                <span class="soft">
                  <Text text={entry.text ?? ''} />
                </span>{' '}
                {call !== undefined && server.startsWith('vault') ? (
                  <span class="docs-label">vault</span>
                ) : null}
              </li>
            )
          })}
        </ul>
      </section>
    ))}
    {topic === 'api' && sections.length > 0 ? <Objects view={view} /> : null}
  </>
)

const Objects = ({ view }: { readonly view: View }) => (
  <section class="docs-section" id="objects">
    <h2>Objects</h2>
    <p class="toc">
      {formNamesIn(view).map((name) => (
        <>
          <a class="docs-entry" href={view.at(`/docs/objects/${name}`)}>
            {name}
          </a>{' '}
        </>
      ))}
    </p>
  </section>
)

interface FieldsProps {
  readonly title: string
  readonly fields: readonly Field[]
  /** Whether they are of an answer, where most are always there. */
  readonly answered?: boolean
}

const Note = ({ required, answered }: { readonly required: boolean; readonly answered: boolean }) => {
  if (answered) return required ? null : <span class="soft">not always there</span>
  return required ? <span class="bad">required</span> : null
}

const Fields = ({ title, fields, answered = false }: FieldsProps) =>
  fields.length === 0 ? null : (
    <Section name={title}>
      <dl class="fields">
        {fields.map(({ name, type, required, text }) => (
          <>
            <dt>
              <code>{name}</code> <span class="soft">{type}</span>{' '}
              <Note required={required} answered={answered} />
            </dt>
            <dd>
              <Text text={text} />
            </dd>
          </>
        ))}
      </dl>
    </Section>
  )

const keyTexts = { secret: 'the secret key', public: 'the public key' } as const

const Call = ({ view, operation }: { readonly view: View; readonly operation: Operation }) => {
  const { server, key } = operation
  const isVault = server === view.sandbox.vaultUrl
  return (
    <Facts
      of={[
        [
          'Server',
          <>
            {isVault ? 'Vault' : 'API'}{' '}
            <Value
              text={isVault ? view.sandbox.vaultUrl : view.sandbox.url}
              what="the address of the server"
            />
          </>,
        ],
        ['Key', key === null ? null : keyTexts[key]],
      ]}
    />
  )
}

const Answer = ({ view, operation }: { readonly view: View; readonly operation: Operation }) => {
  const { name, fields, example } = operation.returns
  if (name === null && example === null) return <Fields title="Answer" fields={fields} answered />
  return (
    <Section name="Answer">
      {name === null ? <pre>{example}</pre> : <a href={view.at(`/docs/objects/${name}`)}>{name}</a>}
    </Section>
  )
}

const Errors = ({ view, operation }: { readonly view: View; readonly operation: Operation }) =>
  operation.errors.every(({ codes }) => codes.length === 0) ? null : (
    <Section name="Errors">
      <ul class="plain">
        {operation.errors.map(({ status, codes }) => (
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

interface DetailProps {
  readonly view: View
  readonly topic: 'api' | 'control'
  readonly id: string
}

const Back = ({ view, topic }: Omit<DetailProps, 'id'>) => (
  <a class="back" href={view.at(placeOfTopic(topic), Object.fromEntries(view.query))}>
    All operations
  </a>
)

/** @throws SandboxError `not_found` */
export const OperationDetail = ({ view, topic, id }: DetailProps) => {
  const operation = operationIn(view, topic, id)
  if (operation === undefined) throw new SandboxError('not_found', `there is no operation ${id.slice(0, 80)}`)
  const { method, path, summary, description, parameters, bodies } = operation
  return (
    <article>
      <Back view={view} topic={topic} />
      <h2>
        <span class="verb">{method}</span> <code>{path}</code>
      </h2>
      <p>
        <Text text={summary} />
      </p>
      {topic === 'api' ? <Call view={view} operation={operation} /> : null}
      {curlOf(operation, hereOf(view, topic)).map(({ text, line }) => (
        <>
          {text === '' ? null : <h3>{text}</h3>}
          <Code text={line} what={text === '' ? 'the command' : `the command: ${text}`} />
        </>
      ))}
      {bodies.map((form) => (
        <Fields title={bodyName(form)} fields={form.fields} />
      ))}
      <Fields title="Parameters" fields={parameters} />
      <Answer view={view} operation={operation} />
      <Errors view={view} operation={operation} />
      <p class="soft">
        <Text text={description} />
      </p>
    </article>
  )
}

/** The fields of an object. @throws SandboxError `not_found` */
export const ObjectDetail = ({ view, name }: { readonly view: View; readonly name: string }) => {
  const fields = formIn(view, name)
  if (fields === null) throw new SandboxError('not_found', `there is no object ${name.slice(0, 80)}`)
  return (
    <article>
      <Back view={view} topic="api" />
      <h2>{name}</h2>
      <Fields title="Fields" fields={fields} answered />
    </article>
  )
}
