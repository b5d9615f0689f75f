/// <reference lib="dom" />

/** What a reader of a stream needs of its operation. */
export interface StreamMeta {
  readonly cursor?: { readonly scope?: string; readonly field: string };
  readonly resume?: { readonly scope?: string; readonly field: string };
  readonly malformed: "fail" | "skip";
}

/** How to open a stream, and what its events are. */
export interface Source<E> {
  readonly url: URL;
  readonly init: RequestInit;
  readonly meta: StreamMeta;
  decode(value: unknown): E;
  ends(event: E): boolean;
  /** Called with what decode threw on an event that is skipped. */
  skipped(err: unknown): void;
  /** Called for a comment line, which keeps a quiet stream open. */
  comment(text: string): void;
}

/** Yields the data of each server-sent event. */
async function* frames(
  body: ReadableStream<Uint8Array>,
  comment: (text: string) => void,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const text = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + text.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith(":")) comment(line.slice(1).trim());
      else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
      else if (line === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      }
    }
  }
}

/**
 * Yields the events of a stream up to the one that ends it, over as many
 * connections as it takes where the stream can be resumed.
 */
export async function* events<E extends object>(
  source: Source<E>,
): AsyncGenerator<E> {
  const { meta } = source;
  const url = new URL(source.url);
  for (let connection = 0; connection < 5; connection++) {
    const response = await fetch(url, source.init);
    if (!response.ok || response.body === null) {
      throw new Error(`status ${response.status}`);
    }
    for await (const data of frames(response.body, source.comment)) {
      let event: E;
      try {
        event = source.decode(JSON.parse(data));
      } catch (err) {
        if (meta.malformed === "fail") throw err;
        source.skipped(err);
        continue;
      }
      yield event;
      if (source.ends(event)) return;
      advance(url, meta, event);
    }
    if (meta.resume === undefined) break;
  }
  throw new Error("the stream closed before an event that ends it");
}

/** Puts the cursor of an event into the address to connect to again. */
function advance(url: URL, meta: StreamMeta, event: object): void {
  const { cursor, resume } = meta;
  if (cursor === undefined || resume === undefined) return;
  const set = (parameter?: string, member?: string) => {
    const value = Object.entries(event).find(([name]) => name === member)?.[1];
    if (parameter !== undefined && value !== undefined) {
      url.searchParams.set(parameter, String(value));
    }
  };
  set(resume.field, cursor.field);
  set(resume.scope, cursor.scope);
}
