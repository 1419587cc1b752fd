/** Ranges of the four levels on the scale, worst first. */
const LEVEL_BANDS = [
  { name: 'High Risk', from: 0, to: 30, fill: 'bg-bad-fill' },
  { name: 'Suspicious', from: 30, to: 45, fill: 'bg-poor-fill' },
  { name: 'Normal', from: 45, to: 75, fill: 'bg-fair-fill' },
  { name: 'Trusted', from: 75, to: 100, fill: 'bg-good-fill' },
]

/** The scale of 0 to 100 with the four levels, and the position of the score. */
export function LevelScale({ score }: { score: number }) {
  return (
    <div aria-hidden="true" className="mx-auto w-full max-w-[17.5rem]">
      <div className="relative pt-2.5">
        <div
          className="absolute top-0 -ml-1 size-0 border-x-4 border-t-6 border-x-transparent border-t-ink transition-[left] duration-700"
          style={{ left: `${score}%` }}
        />
        <div className="flex gap-0.5">
          {LEVEL_BANDS.map(({ name, from, to, fill }) => (
            <div
              key={name}
              className={`h-1.5 first:rounded-l-full last:rounded-r-full ${fill} ${score >= from && (score < to || to === 100) ? '' : 'opacity-30'}`}
              style={{ width: `${to - from}%` }}
            />
          ))}
        </div>
      </div>
      <div className="figures relative mt-1 h-4 text-xs text-ink-faint">
        <span className="absolute left-0">0</span>
        <span className="absolute left-[30%] -translate-x-1/2">30</span>
        <span className="absolute left-[45%] -translate-x-1/2">45</span>
        <span className="absolute left-[75%] -translate-x-1/2">75</span>
        <span className="absolute right-0">100</span>
      </div>
    </div>
  )
}
