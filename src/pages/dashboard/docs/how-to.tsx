import { topicNames } from '../../docs/content'
import { topicOf, topicTexts } from '../../docs/topics'
import type { View } from '../frame/view'
import { placeOfTopic } from './entries'
import { operationSections } from './operations'
import { Text, Words } from './text'

/** A group of tasks at the top of the examples: `- **In a browser:** [Playwright](#playwright) · …`. */
const group = /^- \*\*(.+?):\*\* (.+)$/gm

/** The tasks of the examples, and their projects. */
const tasks = (view: View) => {
  const place = view.at('/docs/examples')
  const text = topicOf('examples', view.docs).text.replace(/\n +/g, ' ').replaceAll('](#', `](${place}#`)
  const [projects = ''] = /^\|.*\|$(?:\n\|.*)*/m.exec(text) ?? []
  return (
    <>
      {[...text.matchAll(group)].map(([, title, links = '']) => (
        <section class="docs-section">
          <h2>{title}</h2>
          <p class="toc">
            {links.split(' · ').map((link) => (
              <span class="docs-entry">
                <Words of={link} view={view} />
              </span>
            ))}
          </p>
        </section>
      ))}
      <section class="docs-section">
        <h2>Whole projects to copy</h2>
        <Text of={projects} view={view} />
      </section>
    </>
  )
}

const topics = (view: View) => (
  <section class="docs-section">
    <h2>Topics</h2>
    <ul class="docs-operations">
      {[...topicNames, 'fixtures' as const].map((name) => (
        <li class="docs-entry">
          <a href={view.at(placeOfTopic(name))}>{topicTexts[name].title}</a>{' '}
          <span class="soft">
            <Words of={topicTexts[name].about} view={view} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)

/** Tasks first, then the topics, and the operations, to which older links lead: `/docs#createCharge`. */
export const howTo = (view: View) => (
  <>
    {tasks(view)}
    {topics(view)}
    {operationSections(view, 'api', topicOf('api', view.docs).sections)}
  </>
)
