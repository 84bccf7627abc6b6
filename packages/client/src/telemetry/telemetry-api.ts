/**
 * The parts of the package `@opentelemetry/api` that this module uses. The caller passes the package; it is never
 * imported.
 */

/** The attributes of spans and measurements. */
export type TelemetryAttributes = Record<string, string | number | boolean>;

/** The parts of a span that this module uses. */
export interface TelemetrySpan {
  setAttributes(attributes: TelemetryAttributes): unknown;
  setStatus(status: { code: 0 | 1 | 2; message?: string }): unknown;
  end(endTime?: number): void;
}

/** The parts of a tracer that this module uses; contexts are opaque. */
export interface TelemetryTracer<Context, Span> {
  startSpan(
    name: string,
    options: { kind: 2; startTime?: number; attributes: TelemetryAttributes },
    parent?: Context,
  ): Span;
}

/** The parts of a meter that this module uses. */
export interface TelemetryMeter {
  createCounter(
    name: string,
    options: { description: string },
  ): { add(value: number, attributes?: TelemetryAttributes): void };
  createHistogram(
    name: string,
    options: { description: string; unit: string },
  ): { record(value: number, attributes?: TelemetryAttributes): void };
  createObservableCounter(
    name: string,
    options: { description: string },
  ): {
    addCallback(
      callback: (result: { observe(value: number, attributes?: TelemetryAttributes): void }) => void,
    ): void;
    removeCallback(callback: unknown): void;
  };
}

/** The parts of `@opentelemetry/api` 1 that this module uses: `import * as api from '@opentelemetry/api'`. */
export interface TelemetryApi<Context, Span extends TelemetrySpan> {
  trace: {
    getTracer(name: string): TelemetryTracer<Context, Span>;
    setSpan(context: Context, span: Span): Context;
  };
  metrics: { getMeter(name: string): TelemetryMeter };
  context: { active(): Context };
  propagation: { inject(context: Context, carrier: Record<string, string>): void };
}
