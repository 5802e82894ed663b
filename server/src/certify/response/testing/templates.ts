/** For tests: a template for each way in which calls are written. */

/** A template around what an assistant turn consists of. */
export const chat = (calls: string, { reasoning = '', prompt = '' } = {}) => `
{%- for message in messages %}
{%- if message.role == 'assistant' %}
{{- '<|im_start|>assistant\\n' }}
${reasoning}
{{- message.content }}
${calls}
{{- '<|im_end|>\\n' }}
{%- else %}
{{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}${prompt}{%- endif %}`;

const each = (body: string) => `{%- for call in message.tool_calls or [] %}${body}{%- endfor %}`;

export const templates = {
  'JSON objects in tags': chat(
    each(
      `{{- '<tool_call>\\n' }}{{- {'name': call.function.name, 'arguments': call.function.arguments} | tojson }}{{- '\\n</tool_call>\\n' }}`,
    ),
  ),
  'a JSON list': chat(
    `{%- if message.tool_calls %}{{- '[TOOL_CALLS][' }}${each(`{{- {'name': call.function.name, 'arguments': call.function.arguments, 'id': call.id} | tojson }}{{- ', ' if not loop.last }}`)}{{- ']' }}{%- endif %}`,
  ),
  'the name as the key': chat(
    `{%- if message.tool_calls %}{{- '<|tools_prefix|>[' }}${each(`{{- {call.function.name: call.function.arguments} | tojson }}{{- ', ' if not loop.last }}`)}{{- ']<|tools_suffix|>' }}{%- endif %}`,
  ),
  'a name, then JSON, counted': chat(
    each(
      `{{- '<|call_begin|>functions.' + call.function.name + ':' + loop.index0|string + '<|call_args|>' }}{{- call.function.arguments | tojson }}{{- '<|call_end|>' }}`,
    ),
  ),
  'a tag for each argument': chat(
    each(
      `{{- '<tool_call>\\n<function=' + call.function.name + '>\\n' }}{%- for key, value in call.function.arguments.items() %}{{- '<parameter=' + key + '>\\n' }}{{- value if value is string else value | tojson }}{{- '\\n</parameter>\\n' }}{%- endfor %}{{- '</function>\\n</tool_call>\\n' }}`,
    ),
  ),
  'typed tags': chat(
    each(
      `{{- '<invoke name="' + call.function.name + '">' }}{%- for key, value in call.function.arguments.items() %}{%- if value is string %}{{- '<parameter name="' + key + '" string="true">' + value + '</parameter>' }}{%- else %}{{- '<parameter name="' + key + '" string="false">' + value | tojson + '</parameter>' }}{%- endif %}{%- endfor %}{{- '</invoke>' }}`,
    ),
  ),
  'a line for each argument': chat(
    each(
      `{{- '<call>\\nname: ' + call.function.name + '\\n' }}{%- for key, value in call.function.arguments.items() %}{{- key + ': ' + value | tojson + '\\n' }}{%- endfor %}{{- '</call>' }}`,
    ),
  ),
  'a JSON text inside of JSON': chat(
    each(
      `{{- '<call>' + ({'id': call.id, 'function': {'name': call.function.name, 'arguments': call.function.arguments | tojson}} | tojson) + '</call>' }}`,
    ),
  ),
  'Python calls': chat(
    `{%- if message.tool_calls %}{{- '<|calls|>[' }}${each(`{{- call.function.name + '(' }}{%- for key, value in call.function.arguments.items() %}{{- key + '=' + value | tojson }}{{- ', ' if not loop.last }}{%- endfor %}{{- ')' }}{{- ', ' if not loop.last }}`)}{{- ']<|end_calls|>' }}{%- endif %}`,
  ),
} as const;
