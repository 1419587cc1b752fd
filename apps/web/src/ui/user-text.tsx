import type { ReactNode } from 'react'

interface UserTextProps {
  as?: 'bdi' | 'p' | 'span' | 'div' | 'blockquote' | 'pre' | 'dd' | 'li' | 'td'
  role?: 'alert'
  className?: string
  children: ReactNode
}

/**
 * A text that people wrote, a name from the chain, or a sentence with one of them: wraps anywhere, has a direction of its
 * own, and draws nothing over its neighbours.
 */
export const UserText = ({ as: Tag = 'bdi', role, className = '', children }: UserTextProps) => (
  <Tag dir="auto" role={role} className={`user-text ${className}`}>
    {children}
  </Tag>
)
