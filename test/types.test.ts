/** Types: both SDK generations' clients, prompts and templates fit as they are, and what MCP cannot complete does not. */
import type {
  Client as ClientV2,
  Prompt as PromptV2,
  ResourceTemplateType,
} from '@modelcontextprotocol/client';
import type { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import type {
  CompleteRequestParams,
  Prompt as PromptV1,
  ResourceTemplate as ResourceTemplateV1,
} from '@modelcontextprotocol/sdk/types.js';
import { describe, expectTypeOf, it } from 'vitest';
import type { CompletionClient } from '../src/client.js';
import type { CompleteParams, CompletionRef } from '../src/protocol.js';
import type { PromptLike, ResourceTemplateLike } from '../src/target.js';

describe('what the SDKs hand to a host', () => {
  it('fits CompletionClient: the Client of both generations', () => {
    expectTypeOf<ClientV1>().toExtend<CompletionClient>();
    expectTypeOf<ClientV2>().toExtend<CompletionClient>();
  });

  it('fits PromptLike and ResourceTemplateLike: what both generations list', () => {
    expectTypeOf<PromptV1>().toExtend<PromptLike>();
    expectTypeOf<PromptV2>().toExtend<PromptLike>();
    expectTypeOf<ResourceTemplateV1>().toExtend<ResourceTemplateLike>();
    expectTypeOf<ResourceTemplateType>().toExtend<ResourceTemplateLike>();
  });

  it("takes our params: both generations' complete", () => {
    expectTypeOf<CompleteParams>().toExtend<CompleteRequestParams>();
    expectTypeOf<CompleteParams>().toExtend<Parameters<ClientV1['complete']>[0]>();
    expectTypeOf<CompleteParams>().toExtend<Parameters<ClientV2['complete']>[0]>();
  });
});

describe('what the engine refuses to compile', () => {
  it('is a reference to a tool, or one without its name', () => {
    expectTypeOf<{ type: 'ref/tool'; name: string }>().not.toExtend<CompletionRef>();
    expectTypeOf<{ type: 'ref/prompt'; uri: string }>().not.toExtend<CompletionRef>();
    expectTypeOf<{ type: 'ref/resource'; name: string }>().not.toExtend<CompletionRef>();
  });

  it('is a client that cannot complete, and a context that is not of strings', () => {
    expectTypeOf<{ getServerCapabilities(): undefined }>().not.toExtend<CompletionClient>();
    expectTypeOf<{ arguments: Record<string, number> }>().not.toExtend<
      NonNullable<CompleteParams['context']>
    >();
  });
});
