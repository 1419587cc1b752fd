const SHIELD = 'M16 2.2 27 5.6v9.3c0 7-4.5 12-11 14.9C9.5 26.9 5 21.9 5 14.9V5.6Z'
const SPOKE_ANGLES = [0, 45, 90, 135, 180, 225, 270, 315]

export function Logo({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} fill="none" aria-hidden="true">
      <path d={SHIELD} className="fill-brand-fill" />
      <g stroke="#fff" strokeWidth="1.5" strokeLinecap="round">
        <circle cx="16" cy="15" r="6.6" />
        {SPOKE_ANGLES.map((angle) => (
          <path key={angle} d="M16 12.6V8.4" transform={`rotate(${angle} 16 15)`} />
        ))}
      </g>
      <circle cx="16" cy="15" r="1.9" fill="#f0c25e" />
    </svg>
  )
}
