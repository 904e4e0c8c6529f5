# -*- mode: ruby -*-
# Written by hybridlab from Vagrantfile.ftl and templates/vagrant; the next `hybridlab up` writes it again.
# Plain vagrant works here as well: vagrant status, vagrant ssh MACHINE, vagrant halt.

# `hybridlab up` loads Vagrant while it makes the lab's network, and then writes a line.
abort if ENV["HYBRIDLAB_WAITS"] == "1" && $stdin.gets.nil?

Vagrant.configure("2") do |config|
  # Nothing is asked of the internet, and nothing of the host's disk is shared, unless the lab file says so.
  config.vm.box_check_update = false
  config.vm.synced_folder ".", "/vagrant", disabled: true
  config.vm.allow_fstab_modification = false
  config.vm.boot_timeout = [=bootSeconds]
<#if lab.outside.boxMirror??>
  config.vm.box_server_url = [=lab.outside.boxMirror]
</#if>

  # The lab's own key opens its machines.<#if firstKey> Vagrant's public key only does until hybridlab has taken it out.</#if>
  config.ssh.username = "vagrant"
  config.ssh.insert_key = false
  config.ssh.private_key_path = [
    [=privateKey],
<#if firstKey>
    File.join(ENV.fetch("VAGRANT_HOME", File.join(Dir.home, ".vagrant.d")), "insecure_private_key"),
</#if>
  ]
<#list machines as m>

  config.vm.define [=m.machine.name] do |machine|
<#if m.machine.windows??>
    machine.vm.guest = "windows"
    # Its box sets itself up at its first boot.
    machine.vm.boot_timeout = [=windowsBootSeconds]
    # Windows installs updates while it shuts down. After 60 s Vagrant would pull its plug.
    machine.vm.graceful_halt_timeout = [=windowsHaltSeconds]
<#if m.machine.windows.shell.id() == "winssh">
    # OpenSSH keeps exit codes, which Vagrant's WinRM does not, and needs no gem that distributions leave out.
    # It has a setting of its own for keys: without it, each call of Vagrant puts in another one.
    machine.winssh.insert_key = false
</#if>
    machine.vm.communicator = [=m.machine.windows.shell.id()]
<#if m.needs.password??>
    # For the first way in; hybridlab's key is the only one afterwards.
    machine.ssh.password = [=m.needs.password]
<#if m.machine.windows.shell.id() == "winrm">
    machine.winrm.password = [=m.needs.password]
</#if>
</#if>
    machine.vm.provision "hybridlab-key", type: "shell", run: "never", path: [="scripts/" + m.machine.name + "/key.ps1"]
<#else>
    machine.vm.hostname = [=m.machine.name]
    # hybridlab writes the hosts file itself, with all of the lab's machines in it.
    machine.vm.allow_hosts_modification = false
</#if>
<#if provider != "docker">
<#if m.from.version??>
    machine.vm.box_version = [=m.from.version]
</#if>
<#if m.from.url??>
<#if m.from.sha256??>
    # Twice the same: of a single URL, Vagrant also takes a list of boxes, and then it does not look at the sum.
    machine.vm.box_url = [[=m.from.url], [=m.from.url]]
    machine.vm.box_download_checksum_type = "sha256"
    machine.vm.box_download_checksum = [=m.from.sha256]
<#else>
    machine.vm.box_url = [=m.from.url]
</#if>
</#if>
</#if>
<#include "vagrant/" + provider + ".rb.ftl">
  end
</#list>
end
