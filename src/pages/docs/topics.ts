import projects from '../../../examples/*/README.md?asset'
import examples from '../../../examples/README.md?asset'
import fixtures from '../../../fixtures/README.md?asset'
import { allNames, type DocsSource, isReadme, type Topic, type TopicName } from './content'
import { anchorAtGitHub, anchorOf, readTopic } from './read'
import { tables, tableText, values } from './tables'
import topics from './topics/*.md?asset'

/**
 * The topics are Markdown files in `topics`. Each begins with its title and its line in the list of topics. What follows from
 * the code is in `tables.ts`: `<!-- table: name argument -->` is replaced by its entries or sections, and `{{name}}` by a value.
 * `<!-- generated: name -->` is what `npm run docs` writes, up to `<!-- end -->`. `read.ts` says which marks give anchors.
 */
const files: Readonly<Record<TopicName, string>> = {
  ...JSON.parse(topics),
  ...JSON.parse(projects),
  examples,
  fixtures,
}

/** The line of a topic in the list: of a project, what `examples/README.md` says that it shows. */
const aboutOf = (name: TopicName): string => {
  if (name === 'examples') return 'a section for each task, with code to copy'
  if (name === 'fixtures') return 'files of records to start with, and all their fields'
  const [, about = ''] = isReadme(name)
    ? (new RegExp(`\\(${name}/README\\.md\\) \\| (.+) \\|$`, 'm').exec(files.examples) ?? [])
    : (/^> (.+)$/m.exec(files[name]) ?? [])
  return about
}

/** The title of each topic, and its line in the list of topics. */
export const topicTexts = Object.fromEntries(
  allNames.map((name) => {
    const [, title = ''] = /^# (.+)$/m.exec(files[name]) ?? []
    return [name, { title, about: aboutOf(name) }]
  }),
) as { readonly [name in TopicName]: { readonly title: string; readonly about: string } }

const named = <T>(all: Readonly<Record<string, T>>, name: string): T => {
  const one = all[name]
  if (one === undefined) throw new Error(`a topic names ${name}: there are ${Object.keys(all).join(', ')}`)
  return one
}

/** The file without what its reader does not need, and with the values of this sandbox. */
const filled = (name: TopicName, source: DocsSource): string =>
  files[name]
    .replace(/<!-- (?:generated: [\w ]+|end) -->\n+/g, '')
    .replace(/^> .+\n\n/m, '')
    .replace(/\{\{(\w+)\}\}/g, (_, value: string) => named(values, value)(source))

const tableComment = /^<!-- table: ([\w-]+) ?(.*) -->$/m

/** The Markdown of a topic about this sandbox, with the marks of its anchors. */
export const topicMarkdown = (name: TopicName, source: DocsSource): string =>
  filled(name, source).replace(new RegExp(tableComment, 'gm'), (_, table: string, argument: string) =>
    tableText(named(tables, table)(source, argument)).trim(),
  )

export const topicOf = (name: TopicName, source: DocsSource): Topic =>
  readTopic(name, filled(name, source), isReadme(name) ? anchorAtGitHub : anchorOf, (comment) => {
    const [, table, argument = ''] = tableComment.exec(comment) ?? []
    return table === undefined ? null : named(tables, table)(source, argument)
  })
