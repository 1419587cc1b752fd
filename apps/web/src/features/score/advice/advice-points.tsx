import type { Advice } from './describe-advice.ts'

/** Advice in full. */
export function AdvicePoints({ advice: { summary, points } }: { advice: Advice }) {
  return (
    <>
      <p className="text-lg font-semibold">{summary}</p>
      <ul className="mt-2 max-w-3xl list-disc space-y-1.5 pl-5 text-[0.9375rem] text-ink-soft marker:text-ink-faint">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </>
  )
}
