/** Lets users open, drop or paste the input of an audit: logs, and versions of robots.txt. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { session } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { NamedText } from './evidence-files.ts';

export interface Inputs {
  readonly logs: readonly File[];
  readonly versions: readonly NamedText[];
  readonly isFromLog: boolean;
  readonly evidence: readonly NamedText[];
  /** Address blocks, separated by commas or blanks. */
  readonly ownProxies: string;
  /** The name of a field; empty if the formats decide. */
  readonly clientAddress: string;
}

export const noInputs: Inputs = {
  ...{ logs: [], versions: [], isFromLog: false, evidence: [] },
  ...{ ownProxies: '', clientAddress: '' },
};

export interface AuditInputsProps {
  readonly inputs: Inputs;
  /**
   * Applies a change. Other members keep their current values, because the user may choose other files while files
   * are being read.
   */
  onChange(change: Partial<Inputs>): void;
  onService(): void;
}

export function AuditInputs({ inputs, onChange, onService }: AuditInputsProps): JSX.Element {
  const service = useStore(session, (state) => state.service);
  const takeLogs = (logs: readonly File[]): void => {
    if (logs.length > 0) onChange({ logs });
  };
  return (
    <div
      class="audit-inputs"
      data-takes-files
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        takeLogs([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <div class="toolbar audit-drop">
        <FileButton title="Open logs…" onFiles={takeLogs} />
        <span class="note">{inputs.logs.map(({ name }) => name).join(', ') || 'or drop them here'}</span>
        {service === 'up' && (
          <button type="button" onClick={onService}>
            Show the service’s report
          </button>
        )}
      </div>
      <PastedLog onLog={(log) => takeLogs([log])} />
      <VersionInputs inputs={inputs} onChange={onChange} />
      <EvidenceInputs inputs={inputs} onChange={onChange} />
      <AddressInputs inputs={inputs} onChange={onChange} />
    </div>
  );
}

function VersionInputs({ inputs, onChange }: Omit<AuditInputsProps, 'onService'>): JSX.Element {
  const { versions, isFromLog } = inputs;
  return (
    <div class="toolbar">
      <FileButton
        title="Open versions of robots.txt…"
        onFiles={async (files) => onChange({ versions: await textsOf(files) })}
      />
      <span class="note">
        {versions.length === 0
          ? 'Without versions, all requests are checked against the draft. Name each file after the time from which it was served, such as 2026-11-01T00-00-00Z.txt'
          : `Checked against ${versions.map(({ name }) => name).join(', ')}`}
      </span>
      {versions.length > 0 && (
        <button type="button" class="quiet" onClick={() => onChange({ versions: [] })}>
          Check against the draft
        </button>
      )}
      <label
        class="field"
        title="A change in the size of the logged responses to /robots.txt marks another version"
      >
        <input
          type="checkbox"
          checked={isFromLog}
          onChange={({ currentTarget }) => onChange({ isFromLog: currentTarget.checked })}
        />
        Judge only requests made while this file was served
      </label>
    </div>
  );
}

function EvidenceInputs({
  inputs: { evidence },
  onChange,
}: Omit<AuditInputsProps, 'onService'>): JSX.Element {
  return (
    <div class="toolbar">
      <FileButton
        title="Open IP ranges or DNS answers…"
        onFiles={async (files) => onChange({ evidence: [...evidence, ...(await textsOf(files))] })}
      />
      <span class="note">
        {evidence.length === 0
          ? 'Without them, requests are unverified: only the User-Agent header names the crawler. Operators publish their IP ranges as JSON, such as gptbot.json'
          : `Identities checked with ${evidence.map(({ name }) => name).join(', ')}`}
      </span>
      {evidence.length > 0 && (
        <button type="button" class="quiet" onClick={() => onChange({ evidence: [] })}>
          Use only the headers
        </button>
      )}
    </div>
  );
}

function AddressInputs({
  inputs: { ownProxies, clientAddress },
  onChange,
}: Omit<AuditInputsProps, 'onService'>): JSX.Element {
  return (
    <div class="toolbar">
      <label class="field" title="Every other address that opened a connection is then a client’s">
        Own proxies and CDN
        <input
          placeholder="203.0.113.0/24"
          value={ownProxies}
          onChange={({ currentTarget }) => onChange({ ownProxies: currentTarget.value })}
        />
      </label>
      <label class="field" title="“peer” is whoever opened the connection">
        Field with the client’s address
        <input
          placeholder="X-Forwarded-For"
          value={clientAddress}
          onChange={({ currentTarget }) => onChange({ clientAddress: currentTarget.value.trim() })}
        />
      </label>
    </div>
  );
}

/** Reads whole files: robots.txt files and lists of ranges are small. */
async function textsOf(files: readonly File[]): Promise<NamedText[]> {
  return Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })));
}

function FileButton(props: { title: string; onFiles(files: readonly File[]): void }): JSX.Element {
  return (
    <label class="button">
      {props.title}
      <input
        type="file"
        multiple
        class="sr-only"
        onChange={({ currentTarget }) => {
          props.onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

function PastedLog({ onLog }: { onLog(log: File): void }): JSX.Element {
  const [text, setText] = useState('');
  return (
    <div class="toolbar">
      <label class="field grow">
        <span class="sr-only">Log lines</span>
        <textarea
          rows={3}
          placeholder="or paste log lines"
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button
        type="button"
        disabled={text.trim() === ''}
        onClick={() => onLog(new File([text], 'pasted lines'))}
      >
        Audit
      </button>
    </div>
  );
}
