package org.attestry.runtime.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.util.Arrays;
import org.attestry.contracts.JsonBytes;

/**
 * Writes {@link JsonBytes} unchanged, and reads them by copying their bytes from the source,
 * without building a tree.
 */
final class JsonBytesModule {

  private JsonBytesModule() {}

  static SimpleModule create() {
    return new SimpleModule()
        .addSerializer(JsonBytes.class, new Embed())
        .addDeserializer(JsonBytes.class, new Cut());
  }

  private static final class Embed extends JsonSerializer<JsonBytes> {
    @Override
    public void serialize(JsonBytes value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeRawValue(value.text());
    }
  }

  private static final class Cut extends JsonDeserializer<JsonBytes> {
    @Override
    public JsonBytes deserialize(JsonParser in, DeserializationContext context) throws IOException {
      Object source = in.currentTokenLocation().contentReference().getRawContent();
      int start = (int) in.currentTokenLocation().getByteOffset();
      if (!(source instanceof byte[] utf8) || start < 0) {
        return JsonBytes.of(in.readValueAsTree().toString());
      }
      if (in.currentToken() == JsonToken.VALUE_STRING) {
        in.getTextLength();
      }
      in.skipChildren();
      int end = (int) in.currentLocation().getByteOffset();
      return JsonBytes.of(Arrays.copyOfRange(utf8, start, end));
    }

    @Override
    public JsonBytes getNullValue(DeserializationContext context) {
      return JsonBytes.of("null");
    }

    @Override
    public JsonBytes getAbsentValue(DeserializationContext context) {
      return null;
    }
  }
}
