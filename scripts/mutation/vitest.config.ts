import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PARTS } from './parts.ts'

const { tests = [], first = [] } = PARTS[process.env.MUTATION_PART ?? ''] ?? {}

/** A changed line ends with the first test that fails: those that are quick and notice most begin. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification) => first.some((end) => moduleId.endsWith(end))
    return [...files.filter(isFirst), ...files.filter((file) => !isFirst(file))]
  }
}

/** The tests of one part, which run in the copy of the checkout that Stryker makes. */
export default defineConfig({
  test: {
    include: tests,
    sequence: { sequencer: QuickestFirst },
    testTimeout: 30_000,
    isolate: false,
    fileParallelism: false,
  },
})
