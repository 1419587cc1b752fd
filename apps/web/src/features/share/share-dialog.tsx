import type { ScoreResult } from '@app/api/schemas/score.ts'
import { Check, Copy, Share2 } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { shortenAddress } from '../../lib/format/format.ts'
import { reportFailure } from '../../lib/report-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { ExportButtons } from './export-buttons.tsx'

const QR_SIZE = 176

interface ShareDialogProps {
  result: ScoreResult
  onClose: () => void
  children?: ReactNode
}

/**
 * The link to a wallet's page: to copy, as a QR code, and through the share menu of the device where it has one; and its
 * score as a file.
 */
export function ShareDialog({ result, onClose, children }: ShareDialogProps) {
  const { address } = result
  const url = new URL(`/wallet/${address}`, window.location.origin).href
  const id = useId()
  const copyButton = useRef<HTMLButtonElement>(null)
  return (
    <Modal onClose={onClose} focus={{ first: copyButton }} className="max-w-md">
      <ModalTitle className="text-title">Share this wallet</ModalTitle>
      <div className="mx-auto mt-5 w-fit rounded-control bg-white p-4">
        <QRCodeSVG
          value={url}
          size={QR_SIZE}
          marginSize={0}
          title={`QR code of the page of ${shortenAddress(address)}`}
        />
      </div>
      <label htmlFor={id} className="mt-5 mb-1.5 block text-small font-medium text-ink-soft">
        Link
      </label>
      <input
        id={id}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        className="field font-mono text-small"
      />
      <div className="-mx-3 mt-3 flex flex-wrap gap-1">
        <ExportButtons result={result} />
        {children}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        {typeof navigator.share === 'function' && <DeviceShareButton url={url} />}
        <CopyLinkButton ref={copyButton} url={url} />
      </div>
    </Modal>
  )
}

function CopyLinkButton({ ref, url }: { ref: Ref<HTMLButtonElement>; url: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  const Icon = state === 'copied' ? Check : Copy
  return (
    <Button ref={ref} onClick={() => void copy()} aria-live="polite">
      <Icon className="size-4" aria-hidden="true" />
      {COPY_TEXTS[state]}
    </Button>
  )
}

const COPY_TEXTS = {
  idle: 'Copy link',
  copied: 'Copied',
  refused: 'Copy it from the field',
} as const

function DeviceShareButton({ url }: { url: string }) {
  const share = () =>
    navigator.share({ title: 'Dharma Score of a Flow wallet', url }).catch((error: unknown) => {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError'
      if (!isCancelled) reportFailure('The device did not share the link', error)
    })
  return (
    <Button variant="secondary" onClick={() => void share()}>
      <Share2 className="size-4" aria-hidden="true" />
      Share…
    </Button>
  )
}
