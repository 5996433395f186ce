package org.attestry.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaTypesTest {

  private static final List<String> OFFERED =
      List.of(
          "application/json",
          "application/vc+ld+json",
          "text/html",
          "application/pdf",
          "image/svg+xml");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          */*                                              | application/json
          application/*                                    | application/json
          text/*                                           | text/html
          image/*                                          | image/svg+xml
          image/*,*/*;q=0.5                                | image/svg+xml
          text/html,application/xhtml+xml,*/*;q=0.8        | text/html
          application/json,text/html                       | text/html
          application/json,text/*                          | application/json
          application/json;q=0.5,text/*                    | text/html
          text/html;q=0,*/*;q=0.1                          | application/json
          application/json;q=0,*/*                         | application/vc+ld+json
          text/html;q=0.4,*/*;q=0.9                        | application/json
          application/pdf;q=0.9,text/html;q=0.8,*/*;q=0.1  | application/pdf
          application/ld+json                              | application/json
          application/vc+ld+json,application/json          | application/vc+ld+json
          application/vc+ld+json;q=0.4,application/json    | application/json
          TEXT/HTML                                        | text/html
          audio/*                                          |
          text/html;q=0                                    |
          """)
  void prefersWhatTheClientLikesBest(String accept, String preferred) {
    assertEquals(
        preferred, MediaTypes.preferred(accept, OFFERED).stream().findFirst().orElse(null));
  }
}
