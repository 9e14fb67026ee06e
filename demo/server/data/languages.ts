/** Programming languages and their frameworks: what `code_review` completes, the second by the first. */

/** In the order a picker should list them: by name. */
export const FRAMEWORKS: Readonly<Record<string, readonly string[]>> = {
  c: ['glib', 'gtk', 'libuv', 'mongoose', 'raylib'],
  'c#': ['asp.net-core', 'avalonia', 'blazor', 'maui', 'orleans', 'unity'],
  'c++': ['boost', 'drogon', 'juce', 'qt', 'unreal', 'wxwidgets'],
  clojure: ['compojure', 'luminus', 'pedestal', 're-frame', 'ring'],
  dart: ['angel3', 'flutter', 'serverpod', 'shelf'],
  elixir: ['absinthe', 'nerves', 'phoenix', 'phoenix-liveview', 'plug'],
  erlang: ['cowboy', 'nitrogen', 'otp'],
  go: ['beego', 'buffalo', 'chi', 'echo', 'fiber', 'gin', 'gorilla', 'kratos'],
  haskell: ['scotty', 'servant', 'snap', 'yesod'],
  java: ['dropwizard', 'jakarta-ee', 'micronaut', 'quarkus', 'spark', 'spring-boot', 'struts', 'vert.x'],
  javascript: ['angular', 'express', 'fastify', 'hono', 'koa', 'preact', 'react', 'solid', 'svelte', 'vue'],
  julia: ['flux', 'franklin', 'genie', 'oxygen'],
  kotlin: ['compose', 'http4k', 'javalin', 'ktor', 'micronaut', 'spring-boot'],
  lua: ['lapis', 'love2d', 'openresty'],
  php: ['cakephp', 'codeigniter', 'laminas', 'laravel', 'slim', 'symfony', 'yii'],
  python: [
    'aiohttp',
    'bottle',
    'celery',
    'django',
    'falcon',
    'fastapi',
    'flask',
    'litestar',
    'pyramid',
    'pytest',
    'quart',
    'sanic',
    'starlette',
    'streamlit',
    'tornado',
  ],
  r: ['golem', 'plumber', 'shiny', 'tidymodels'],
  ruby: ['grape', 'hanami', 'rails', 'roda', 'sinatra'],
  rust: ['actix-web', 'axum', 'bevy', 'leptos', 'rocket', 'tauri', 'warp', 'yew'],
  scala: ['akka', 'cats-effect', 'http4s', 'play', 'zio'],
  swift: ['hummingbird', 'kitura', 'swiftui', 'vapor'],
  typescript: [
    'angular',
    'astro',
    'express',
    'fastify',
    'hono',
    'nestjs',
    'next.js',
    'nuxt',
    'react',
    'remix',
    'solid',
    'svelte',
    'vue',
  ],
  zig: ['httpz', 'mach', 'zap'],
};

export const LANGUAGES: readonly string[] = Object.keys(FRAMEWORKS);

/** The frameworks of one language; none for a language that is unknown, or not chosen yet. */
export function frameworksOf(language: string | undefined): readonly string[] {
  const known = language?.trim().toLowerCase() ?? '';
  return Object.hasOwn(FRAMEWORKS, known) ? FRAMEWORKS[known]! : [];
}
