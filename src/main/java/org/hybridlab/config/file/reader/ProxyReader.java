package org.hybridlab.config.file.reader;

import java.util.List;
import java.util.Optional;

import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.rules.core.Place;

final class ProxyReader {
    private ProxyReader() {
    }

    static Outside read(Part lab, Origins origins) {
        Optional<Part> proxy = remembered(lab, "proxy", origins);
        Optional<Part> mirrors = remembered(lab, "mirrors", origins);
        return new Outside(proxy.flatMap(part -> part.text("httpProxy")),
                proxy.flatMap(part -> part.text("httpsProxy")),
                proxy.map(part -> part.texts("noProxy")).orElse(List.of()),
                mirrors.flatMap(part -> part.text("registry")), mirrors.flatMap(part -> part.text("boxUrl")),
                mirrors.flatMap(part -> part.text("boxSha256")), mirrors.flatMap(part -> part.text("boxes")));
    }

    private static Optional<Part> remembered(Part lab, String key, Origins origins) {
        Optional<Part> found = lab.part(key);
        found.ifPresent(part -> part.pairs().forEach(
                pair -> origins.put(Place.of(key, Part.name(pair)), pair.getValueNode())));
        return found;
    }
}
