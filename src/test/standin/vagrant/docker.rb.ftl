<#if m.machine.windows??>
    # A stand-in: a container that plays a Windows machine in hybridlab's own tests.
    machine.vm.network "forwarded_port", id: "ssh", guest: 22, host: 2222, disabled: true
    machine.ssh.host = [=m.machine.address]
    machine.ssh.port = 22
    machine.vm.provider "docker" do |docker|
      docker.name = [=m.own.container]
      docker.image = [=m.box]
      docker.remains_running = true
      docker.has_ssh = true
      docker.stop_timeout = 1
      docker.env = { "HYBRIDLAB_STANDIN_MAC" => [=m.mac], "HYBRIDLAB_STANDIN_BUILD" => "[=m.machine.windows.build.number]",
        "HYBRIDLAB_STANDIN_FAULTS" => ENV.fetch("HYBRIDLAB_STANDIN_FAULTS", "{}") }
      # Wine and all that it needs are the host's, see src/test/powershell/standin/wine.mjs.
      docker.volumes = ["/usr:/standin/wine/usr:ro", "/etc/alternatives:/standin/wine/etc/alternatives:ro",
        ENV.fetch("HYBRIDLAB_STANDIN_PREFIX", "/var/empty") + ":/standin/wine/made:ro"]
      docker.create_args = [
        # Wine is known to have filled a host with processes.
        "--pids-limit=4000",
<#list m.own.arguments as argument>
        [=argument],
</#list>
      ]
    end
<#else>
<#include "/templates/vagrant/docker.rb.ftl">
</#if>
