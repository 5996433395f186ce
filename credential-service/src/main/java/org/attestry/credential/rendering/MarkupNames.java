package org.attestry.credential.rendering;

import java.util.Set;

/** The elements and attributes of HTML and SVG that only draw. */
final class MarkupNames {

  static final Set<String> HTML =
      names(
          "html head title style body div span p h1 h2 h3 h4 h5 h6 table thead tbody tfoot tr th"
              + " td caption colgroup col ul ol li dl dt dd br hr img b strong i em u s small sub"
              + " sup blockquote header footer section article main figure figcaption address time"
              + " a center font big tt strike nobr code pre kbd samp q cite abbr var del ins mark"
              + " wbr nav aside");

  static final Set<String> HTML_ATTRIBUTES =
      names(
          "class id style lang dir title alt width height colspan rowspan scope align valign src"
              + " href role datetime border cellpadding cellspacing bgcolor bordercolor nowrap"
              + " rules frame summary char charoff abbr headers span color face size start type"
              + " value hspace vspace clear compact noshade text xml:space xml:lang");

  static final Set<String> SVG =
      names(
          "svg g rect circle ellipse line path polyline polygon text tspan textPath title desc defs"
              + " linearGradient radialGradient stop clipPath image style use symbol pattern mask"
              + " marker switch view filter feBlend feColorMatrix feComponentTransfer feComposite"
              + " feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow"
              + " feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode"
              + " feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile"
              + " feTurbulence");

  static final Set<String> SVG_ATTRIBUTES =
      names(
          "class id style lang xml:lang xml:space dir direction unicode-bidi xmlns xmlns:xlink"
              + " version baseProfile viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr"
              + " dx dy d points transform transform-origin rotate pathLength fill fill-opacity"
              + " fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin"
              + " stroke-dasharray stroke-dashoffset stroke-miterlimit opacity offset stop-color"
              + " stop-opacity clip-path clip-rule clip clipPathUnits mask mask-type maskUnits"
              + " maskContentUnits marker marker-start marker-mid marker-end markerUnits"
              + " markerWidth markerHeight refX refY orient overflow display visibility color"
              + " color-rendering color-interpolation color-interpolation-filters shape-rendering"
              + " text-rendering image-rendering vector-effect paint-order mix-blend-mode isolation"
              + " enable-background gradientUnits gradientTransform spreadMethod patternUnits"
              + " patternContentUnits patternTransform filter filterUnits primitiveUnits filterRes"
              + " in in2 result mode operator k1 k2 k3 k4 type values tableValues slope intercept"
              + " amplitude exponent stdDeviation edgeMode flood-color flood-opacity lighting-color"
              + " surfaceScale diffuseConstant specularConstant specularExponent azimuth elevation"
              + " z pointsAtX pointsAtY pointsAtZ limitingConeAngle order kernelMatrix divisor bias"
              + " targetX targetY preserveAlpha kernelUnitLength scale xChannelSelector"
              + " yChannelSelector radius baseFrequency numOctaves seed stitchTiles font"
              + " font-family font-size font-size-adjust font-weight font-style font-stretch"
              + " font-variant line-height text-anchor text-align text-decoration text-indent"
              + " text-transform letter-spacing word-spacing writing-mode white-space"
              + " glyph-orientation-horizontal glyph-orientation-vertical kerning dominant-baseline"
              + " alignment-baseline baseline-shift preserveAspectRatio role textLength"
              + " lengthAdjust startOffset method spacing side requiredFeatures requiredExtensions"
              + " systemLanguage zoomAndPan contentScriptType contentStyleType media href"
              + " xlink:href focusable tabindex pointer-events cursor");

  /** Elements of SVG whose {@code href} may name an id of the same document. */
  static final Set<String> REFERRING =
      names("use linearGradient radialGradient pattern filter textPath mask clipPath");

  /**
   * Elements that programs write for themselves, and browsers do not draw. They are dropped with
   * their content.
   */
  static final Set<String> UNDRAWN =
      names("metadata font font-face missing-glyph glyph hkern vkern flowRoot color-profile");

  /**
   * Elements that are dropped with their content, and a warning, so that exports of programs can be
   * uploaded.
   */
  static final Set<String> DROPPED = names("script noscript foreignObject");

  private MarkupNames() {}

  private static Set<String> names(String list) {
    return Set.of(list.split(" "));
  }
}
